import Testing
import WebSocket

@testable import chatos_bench

struct FrameStreamTests {
    @Test(arguments: [125, 16_384, 1 << 20])
    func `the stream is one frame over and over, from any place in it`(size: Int) {
        let payload = FrameStream.payload(count: size, isText: true)
        let stream = FrameStream(payload: payload, isText: true, framed: true)
        var connection = WebSocketConnection(role: .server, limits: Limits(messageBytes: 1 << 21))
        var offset = 0
        var left = 3 * stream.copyBytes
        var messages = 0
        while left > 0 {
            // Odd parts, as a kernel takes them.
            let count = stream.withRun(from: offset, wanted: min(left, 99_991)) { bytes in
                connection.receive(bytes)
                return bytes.count
            }
            offset = (offset + count) % stream.copyBytes
            left -= count
            while let event = connection.nextEvent() {
                guard case .message(.text) = event else {
                    Issue.record("\(event)")
                    return
                }
                #expect(connection.withMessage { $0.withUnsafeBytes { $0.elementsEqual(payload) } })
                messages += 1
            }
        }
        #expect(messages == 3)
    }

    @Test func `without framing it is the payload itself`() {
        let stream = FrameStream(payload: [1, 2, 3], isText: false, framed: false)
        #expect(stream.copyBytes == 3)
        #expect(stream.withRun(from: 1, wanted: 5) { Array($0) } == [2, 3, 1, 2, 3])
    }

    @Test func `a text payload is ASCII, and bytes have all values`() {
        #expect(FrameStream.payload(count: 10_000, isText: true).allSatisfy { $0 < 0x80 })
        #expect(Set(FrameStream.payload(count: 256, isText: false)).count == 256)
    }
}
