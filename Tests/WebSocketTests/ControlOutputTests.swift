import Bytes
import Testing

@testable import WebSocket

struct ControlOutputTests {
    private static func pong(_ payload: [UInt8], in output: inout ControlOutput) {
        var queue = ReceiveQueue()
        queue.append(payload + [0xEE])
        output.appendPong(payload.count, of: queue)
    }

    @Test func `frames come in order, once`() {
        var output = ControlOutput(masks: false, waitingPongs: 4)
        #expect(output.isEmpty)
        output.append(.ping, payload: RawSpan())
        Self.pong([7], in: &output)
        output.append(.close, payload: RawSpan())
        #expect(!output.isEmpty)
        #expect(output.take() == [0x89, 0, 0x8A, 1, 7, 0x88, 0])
        #expect(output.isEmpty && output.take() == [])
    }

    @Test func `[W51] beyond the limit a pong takes the place of the newest`() {
        var output = ControlOutput(masks: false, waitingPongs: 2)
        Self.pong([1], in: &output)
        Self.pong([2, 2], in: &output)
        output.append(.ping, payload: RawSpan())
        for byte in UInt8(3)...9 { Self.pong([byte], in: &output) }
        #expect(output.take() == [0x8A, 1, 1, 0x89, 0, 0x8A, 1, 9])
    }

    @Test func `[W51] taking the output makes room again`() {
        var output = ControlOutput(masks: false, waitingPongs: 2)
        for byte in UInt8(1)...3 {
            Self.pong([byte], in: &output)
            Self.pong([byte + 100], in: &output)
            #expect(output.take() == [0x8A, 1, byte, 0x8A, 1, byte + 100])
        }
    }

    @Test func `[RFC 6455 5.1] a client's control frames are masked`() throws {
        var output = ControlOutput(masks: true, waitingPongs: 1)
        Self.pong([1, 2, 3], in: &output)
        let bytes = output.take()
        let parser = FrameParser(expectsMask: true, allowsCompression: false)
        let header = try #require(try parser.header(in: bytes.span.bytes))
        #expect(header.opcode == .pong && header.payloadCount == 3)
        var payload = Array(bytes.dropFirst(header.size))
        payload.withUnsafeMutableBytes { _ = header.mask?.apply(to: $0, at: 0) }
        #expect(payload == [1, 2, 3])
    }
}
