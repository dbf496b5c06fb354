/// Writes frames, RFC 6455 section 5.2, with the length in its shortest form. It does not judge whether a
/// frame may be sent.
///
/// A frame is at most one allocation: `frame` makes it exactly as large as it is, `append` adds it to a
/// buffer that may hold many. A `mask` is the key, most significant byte first on the wire: clients must mask
/// each frame with a new unpredictable one, servers must not (section 5.1).
public enum FrameEncoder {
    /// The bytes before a payload of `payloadCount` bytes.
    public static func headerSize(payloadCount: Int, masked: Bool = false) -> Int {
        FrameHeaderBytes.count(payloadCount: payloadCount, masked: masked)
    }

    public static func frame(
        _ opcode: Opcode, payload: RawSpan, isFinal: Bool = true, mask: UInt32? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        let header = headerSize(payloadCount: payload.byteCount, masked: mask != nil)
        bytes.reserveCapacity(header + payload.byteCount)
        append(opcode, payload: payload, isFinal: isFinal, mask: mask, to: &bytes)
        return bytes
    }

    public static func frame(
        _ opcode: Opcode, payload: [UInt8], isFinal: Bool = true, mask: UInt32? = nil
    ) -> [UInt8] {
        frame(opcode, payload: payload.span.bytes, isFinal: isFinal, mask: mask)
    }

    /// A server's frame whose payload `fill` writes in place. `fill` must write exactly `payloadCount` bytes,
    /// which is checked: not a byte that wasn't written may reach the wire.
    public static func frame<E: Error>(
        _ opcode: Opcode, payloadCount: Int, fill: (inout OutputRawSpan) throws(E) -> Void
    ) throws(E) -> [UInt8] {
        let size = headerSize(payloadCount: payloadCount) + payloadCount
        return try [UInt8](capacity: size) { (output: inout OutputSpan<UInt8>) throws(E) in
            try output.withUnsafeMutableBufferPointer { buffer, count throws(E) in
                let bytes = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size)
                var raw = OutputRawSpan(buffer: bytes, initializedCount: 0)
                writeHeader(opcode, payloadCount: payloadCount, into: &raw)
                try fill(&raw)
                count = raw.finalize(for: bytes)
                precondition(count == size, "a payload isn't as long as its header says")
            }
        }
    }

    /// The header of a server's frame, for a payload that is sent from where it is.
    public static func header(_ opcode: Opcode, payloadCount: Int) -> [UInt8] {
        let header = FrameHeaderBytes(opcode, payloadCount: payloadCount, isFinal: true, mask: nil)
        return [UInt8](unsafeUninitializedCapacity: header.count) { buffer, count in
            header.write(to: UnsafeMutableRawBufferPointer(buffer))
            count = header.count
        }
    }

    /// Writes a server's frame to the front of `bytes`, which must have room for it.
    ///
    /// - Returns: how long the frame is.
    public static func write(
        _ opcode: Opcode, payload: RawSpan, to bytes: UnsafeMutableRawBufferPointer
    ) -> Int {
        let header = FrameHeaderBytes(opcode, payloadCount: payload.byteCount, isFinal: true, mask: nil)
        header.write(to: bytes)
        let behind = UnsafeMutableRawBufferPointer(rebasing: bytes[header.count...])
        payload.withUnsafeBytes { behind.copyMemory(from: $0) }
        return header.count + payload.byteCount
    }

    /// Adds a frame to `output`, which grows at most once.
    public static func append(
        _ opcode: Opcode, payload: RawSpan, isFinal: Bool = true, mask: UInt32? = nil,
        to output: inout [UInt8]
    ) {
        let header = FrameHeaderBytes(
            opcode, payloadCount: payload.byteCount, isFinal: isFinal, mask: mask)
        append(header, payload: payload, mask: mask, to: &output)
    }

    /// A frame with RSV1, whose payload was compressed before. Only a compressor makes such.
    static func compressedFrame(_ opcode: Opcode, payload: RawSpan, mask: UInt32? = nil) -> [UInt8] {
        let header = FrameHeaderBytes(
            opcode, payloadCount: payload.byteCount, isFinal: true, isCompressed: true, mask: mask)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(header.count + payload.byteCount)
        append(header, payload: payload, mask: mask, to: &bytes)
        return bytes
    }

    private static func append(
        _ header: FrameHeaderBytes, payload: RawSpan, mask: UInt32?, to output: inout [UInt8]
    ) {
        output.append(addingCapacity: header.count + payload.byteCount) { (free: inout OutputSpan<UInt8>) in
            free.withUnsafeMutableBufferPointer { buffer, count in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                header.write(to: bytes)
                let behind = UnsafeMutableRawBufferPointer(rebasing: bytes[header.count...])
                payload.withUnsafeBytes { behind.copyMemory(from: $0) }
                count = header.count + payload.byteCount
                guard let mask else { return }
                let masked = UnsafeMutableRawBufferPointer(rebasing: behind[..<payload.byteCount])
                MaskingKey(mask).apply(to: masked, at: 0)
            }
        }
    }

    /// Writes the header of a frame into `output`, which must have ``headerSize(payloadCount:masked:)`` bytes
    /// free. The payload that follows is the caller's, and the caller's to mask.
    public static func writeHeader(
        _ opcode: Opcode, payloadCount: Int, isFinal: Bool = true, mask: UInt32? = nil,
        into output: inout OutputRawSpan
    ) {
        let header = FrameHeaderBytes(opcode, payloadCount: payloadCount, isFinal: isFinal, mask: mask)
        output.withUnsafeMutableBytes { bytes, count in
            header.write(to: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
            count += header.count
        }
    }
}
