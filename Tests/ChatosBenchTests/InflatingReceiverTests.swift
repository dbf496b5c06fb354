import TestSupport
import Testing
import WebSocket

@testable import chatos_bench

struct InflatingReceiverTests {
    private let texts = ["the meeting is tomorrow", "the meeting was tomorrow", "no meeting tomorrow"]
        .map { Array("\($0), the room and the paper are for the meeting tomorrow".utf8) }

    /// As a server sends them whose reply is `permessage-deflate`.
    private func compressed() -> [UInt8] {
        let deflater = SharedDeflater(DeflateSettings(threshold: 0))
        return texts.flatMap { deflater.frame(text: $0.span.bytes)?.bytes ?? [] }
    }

    private func received(_ parts: [[UInt8]], by receiver: InflatingReceiver) throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for part in parts {
            try part.withUnsafeBytes { try receiver.take($0) { messages.append(Array($0)) } }
        }
        return messages
    }

    @Test func `[RFC 7692 7.2.2] compressed messages come out as they went in, however they are cut`() throws
    {
        let bytes = compressed()
        #expect(bytes.count < texts.joined().count)
        for parts in cuts(of: bytes) {
            let receiver = try InflatingReceiver(reply: ["permessage-deflate"])
            #expect(try received(parts, by: receiver) == texts)
        }
    }

    @Test func `what compression saved is told by the bytes of both kinds`() throws {
        let bytes = compressed()
        let receiver = try InflatingReceiver(reply: ["permessage-deflate"])
        _ = try received([bytes], by: receiver)
        #expect(receiver.traffic.messages == 3)
        #expect(receiver.traffic.wireBytes == bytes.count)
        #expect(receiver.traffic.plainBytes == texts.joined().count)
        let twice = receiver.traffic + receiver.traffic
        #expect(twice.ratio == Double(bytes.count) / Double(texts.joined().count))
        #expect(InflatingReceiver.Traffic().ratio == nil)
    }

    @Test func `a compressed message that was not agreed on ends the run`() throws {
        let receiver = try InflatingReceiver(reply: [])
        #expect(throws: Failure.self) { try received([compressed()], by: receiver) }
    }

    @Test func `a bit that was turned over on the way is found`() throws {
        let messages = try BroadcastMessages(size: 200, persists: false, variants: 4)
        let deflater = SharedDeflater(DeflateSettings(threshold: 0))
        let frame = try #require(deflater.frame(text: messages[2].span.bytes)?.bytes)
        // Behind the frame's header and the first bits, which say what kind of block follows.
        for place in 12..<frame.count - 1 {
            var bytes = frame
            bytes[place] ^= 1
            let receiver = try InflatingReceiver(reply: ["permessage-deflate"])
            let came = try? received([bytes], by: receiver)
            #expect(came?.first.map { messages.difference(2, payload: $0) } != .some(.none))
        }
    }

    @Test func `a reply that offers what was not asked for is refused`() {
        #expect(throws: Failure.self) { try InflatingReceiver(reply: ["x-webkit-deflate-frame"]) }
    }

    @Test func `a close ends the run`() throws {
        let receiver = try InflatingReceiver(reply: [])
        let failure = #expect(throws: Failure.self) {
            try received([FrameEncoder.frame(.close, payload: [0x0F, 0xA1])], by: receiver)
        }
        #expect(failure?.message.contains("4001") == true)
    }
}
