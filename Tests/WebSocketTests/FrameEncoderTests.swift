import Testing

@testable import WebSocket

struct FrameEncoderTests {
    private static let sizes = [0, 1, 125, 126, 127, 65_535, 65_536]

    private static func payload(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    }

    @Test func `[RFC 6455 5.7] the examples`() {
        let hello = Array("Hello".utf8)
        #expect(FrameEncoder.frame(.text, payload: hello) == [0x81, 5, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(
            FrameEncoder.frame(.text, payload: hello, mask: 0x37FA_213D) == [
                0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58,
            ])
        #expect(
            FrameEncoder.frame(.text, payload: Array("Hel".utf8), isFinal: false) == [1, 3, 0x48, 0x65, 0x6C])
        #expect(FrameEncoder.frame(.continuation, payload: Array("lo".utf8)) == [0x80, 2, 0x6C, 0x6F])
    }

    @Test(arguments: sizes)
    func `every way to write a frame writes the same`(count: Int) {
        let payload = Self.payload(count)
        let frame = FrameEncoder.frame(.binary, payload: payload)
        #expect(frame.count == FrameEncoder.headerSize(payloadCount: count) + count)

        let filled = FrameEncoder.frame(.binary, payloadCount: count) { output in
            for byte in payload { output.append(byte) }
        }
        #expect(filled == frame)

        var appended: [UInt8] = [1, 2]
        FrameEncoder.append(.binary, payload: payload.span.bytes, to: &appended)
        #expect(appended == [1, 2] + frame)

        let key: UInt32 = 0x89AB_CDEF
        let masked = FrameEncoder.frame(.binary, payload: payload, mask: key)
        #expect(masked.count == FrameEncoder.headerSize(payloadCount: count, masked: true) + count)
        appended = [1, 2]
        FrameEncoder.append(.binary, payload: payload.span.bytes, mask: key, to: &appended)
        #expect(appended == [1, 2] + masked)
    }

    @Test func `a header can be written alone`() {
        let bytes = [UInt8](unsafeUninitializedCapacity: 14) { buffer, count in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            var output = OutputRawSpan(buffer: raw, initializedCount: 0)
            FrameEncoder.writeHeader(.text, payloadCount: 300, mask: 1, into: &output)
            count = output.finalize(for: raw)
        }
        #expect(bytes == [0x81, 0xFE, 1, 0x2C, 0, 0, 0, 1])
    }

    @Test func `[W42] a payload shorter than announced is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            _ = FrameEncoder.frame(.text, payloadCount: 3) { $0.append(UInt8(1)) }
        }
    }

    @Test func `an error thrown while filling comes through`() {
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try FrameEncoder.frame(.text, payloadCount: 3) { _ throws(Refused) in throw Refused() }
        }
    }

    @Test func `[RFC 7692 6] a compressed frame has RSV1, and is a plain one otherwise`() {
        for (payload, mask) in [([1, 2, 3], nil), ([UInt8](repeating: 9, count: 300), 7)]
            as [([UInt8], UInt32?)]
        {
            var plain = FrameEncoder.frame(.text, payload: payload, mask: mask)
            plain[0] |= 0x40
            #expect(FrameEncoder.compressedFrame(.text, payload: payload.span.bytes, mask: mask) == plain)
        }
    }
}
