/// Cuts a server's frames out of its bytes as they arrive, for a client that must be cheaper than the server.
///
/// It is not the hub's parser, and holds a server to no rule but those without which it would lose its way.
struct FrameScanner {
    /// A part of a message's payload, or of a control frame's.
    struct Piece {
        /// That of the frame, a continuation's too.
        let opcode: UInt8
        /// RSV1 of the frame.
        let isCompressed: Bool
        /// Where in its message the part begins.
        let offset: Int
        /// Valid only during the call.
        let bytes: UnsafeRawBufferPointer
        /// Whether the message, or the control frame, ends with it.
        let isLast: Bool

        var isControl: Bool { opcode & 0x8 != 0 }
    }

    private var first: UInt8 = 0
    /// Of the frame that has begun; nil between two frames.
    private var payload: (count: Int, taken: Int)?
    /// The payload bytes of the message's frames before this one.
    private var messageOffset = 0
    /// The beginning of a header that was cut.
    private var cutHeader: [UInt8] = []

    /// Hands out each part in turn; an empty payload is a part too.
    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, _ body: (Piece) throws(Failure) -> Void
    ) throws(Failure) {
        var at = 0
        while true {
            if payload == nil {
                guard try readHeader(of: bytes, at: &at) else { return }
            }
            guard let (count, taken) = payload else { return }
            let now = min(count - taken, bytes.count - at)
            if now == 0, taken < count { return }
            let piece = piece(
                UnsafeRawBufferPointer(rebasing: bytes[at..<at + now]), taken: taken,
                ends: taken + now == count)
            at += now
            advance(by: now)
            try body(piece)
        }
    }

    private func piece(_ bytes: UnsafeRawBufferPointer, taken: Int, ends: Bool) -> Piece {
        let isControl = first & 0x8 != 0
        return Piece(
            opcode: first & 0xF, isCompressed: first & 0x40 != 0,
            offset: isControl ? taken : messageOffset + taken, bytes: bytes,
            isLast: ends && first & 0x80 != 0)
    }

    private mutating func advance(by count: Int) {
        guard let (whole, taken) = payload else { return }
        guard taken + count == whole else {
            payload = (whole, taken + count)
            return
        }
        payload = nil
        if first & 0x8 == 0 { messageOffset = first & 0x80 != 0 ? 0 : messageOffset + whole }
    }

    /// False when the header is not all there; what there is of it is kept.
    private mutating func readHeader(of bytes: UnsafeRawBufferPointer, at: inout Int) throws(Failure) -> Bool
    {
        if cutHeader.isEmpty {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
            if let (size, count) = try FrameScanner.header(rest) {
                first = rest[0]
                payload = (count, 0)
                at += size
                return true
            }
        }
        while at < bytes.count {
            cutHeader.append(bytes[at])
            at += 1
            let parsed = try cutHeader.withUnsafeBufferPointer { buffer throws(Failure) in
                try FrameScanner.header(UnsafeRawBufferPointer(buffer))
            }
            if let (_, count) = parsed {
                first = cutHeader[0]
                payload = (count, 0)
                cutHeader.removeAll(keepingCapacity: true)
                return true
            }
        }
        return false
    }

    /// The size of the header at the front and of the payload it announces, RFC 6455 section 5.2; nil when
    /// more bytes are needed.
    private static func header(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> (size: Int, payload: Int)?
    {
        guard bytes.count >= 2 else { return nil }
        guard bytes[1] & 0x80 == 0 else { throw Failure(.dataError, "the server masks its frames") }
        switch bytes[1] {
        case 126:
            guard bytes.count >= 4 else { return nil }
            return (4, Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))))
        case 127:
            guard bytes.count >= 10 else { return nil }
            let wide = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
            guard wide < 1 << 40 else { throw Failure(.dataError, "the server announces \(wide) bytes") }
            return (10, Int(wide))
        case let short:
            return (2, Int(short))
        }
    }
}
