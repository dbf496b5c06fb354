import Testing

@testable import WebSocket

struct FrameHeaderBytesTests {
    private static func bytes(_ count: Int, isFinal: Bool = true, mask: UInt32? = nil) -> [UInt8] {
        let header = FrameHeaderBytes(.binary, payloadCount: count, isFinal: isFinal, mask: mask)
        var bytes = [UInt8](repeating: 0xEE, count: 16)
        bytes.withUnsafeMutableBytes { header.write(to: $0) }
        #expect(bytes[header.count...].allSatisfy { $0 == 0xEE })
        return Array(bytes[..<header.count])
    }

    @Test func `[RFC 6455 5.2] the length takes its shortest form`() {
        #expect(Self.bytes(0) == [0x82, 0])
        #expect(Self.bytes(125) == [0x82, 125])
        #expect(Self.bytes(126) == [0x82, 126, 0, 126])
        #expect(Self.bytes(65_535) == [0x82, 126, 0xFF, 0xFF])
        #expect(Self.bytes(65_536) == [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0])
    }

    @Test func `[RFC 6455 5.2] FIN and the key stand where they belong`() {
        #expect(Self.bytes(1, isFinal: false) == [0x02, 1])
        #expect(Self.bytes(1, mask: 0x0102_0304) == [0x82, 0x81, 1, 2, 3, 4])
        #expect(Self.bytes(300, mask: 0x0102_0304) == [0x82, 0xFE, 1, 0x2C, 1, 2, 3, 4])
        #expect(Self.bytes(1 << 40, mask: 0) == [0x82, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    }
}
