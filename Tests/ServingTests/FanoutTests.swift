import HTTP1
import Testing
import WebSocket

@testable import Serving

@Suite struct FanoutTests {
    private let text = Array(String(repeating: "one message for many members; ", count: 40).utf8)

    /// A receiver as a handshake would make it.
    private func receiver() throws -> SharedReceiver {
        let request = OpeningHandshake.Request(
            method: "GET", isHTTP11: true,
            fields: RequestFields(headers: [
                "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
                "Sec-WebSocket-Extensions": "permessage-deflate",
            ]), hasBody: false)
        let answer = OpeningHandshake.answer(
            request, subprotocols: [], compression: .shared(DeflateSettings()))
        guard case .accept(_, _, let agreement?) = answer, case .shared(let window) = agreement.outgoing
        else { throw Ends.Failure() }
        return SharedReceiver(window)
    }

    @Test func `messages are framed once for all that read them plain`() {
        let messages = Fanout()
        messages.append(text: text)
        messages.append(text: [1, 2, 3])
        let frames = FrameEncoder.frame(.text, payload: text) + FrameEncoder.frame(.text, payload: [1, 2, 3])
        #expect(messages.plain == frames)
        #expect(messages.count == 2)
    }

    @Test func `[W57] all that take part in the group's window get the same frames`() throws {
        let deflater = SharedDeflater(DeflateSettings())
        let messages = Fanout(deflater: deflater)
        for _ in 0..<3 { messages.append(text: text) }
        var first = try receiver()
        var second = try receiver()
        let bytes = messages.bytes(for: &first)
        #expect(bytes.count < messages.plain.count / 4)
        // RSV1 and FIN, and the text's opcode.
        #expect(bytes[0] == 0xC1)
        #expect(messages.bytes(for: &second) == bytes)
    }

    @Test func `[W57] who came in between reads plain until the window begins anew`() throws {
        let deflater = SharedDeflater(DeflateSettings())
        var old = try receiver()
        let before = Fanout(deflater: deflater)
        before.append(text: text)
        _ = before.bytes(for: &old)
        let between = Fanout(deflater: deflater)
        between.append(text: text)
        var late = try receiver()
        #expect(between.bytes(for: &old)[0] == 0xC1)
        #expect(between.bytes(for: &late) == between.plain)
        deflater.reset()
        let after = Fanout(deflater: deflater)
        after.append(text: text)
        #expect(after.bytes(for: &late) == after.bytes(for: &old))
    }

    @Test func `[W57] frames made elsewhere serve as those made here, also between two of them`() throws {
        let deflater = SharedDeflater(DeflateSettings())
        let messages = Fanout()
        let frames = [text, text, text].map { deflater.frame(text: $0.span.bytes) }
        for frame in frames { messages.append(text: text, frame) }
        messages.append(text: [1, 2, 3], nil)
        var old = try receiver()
        let short = FrameEncoder.frame(.text, payload: [1, 2, 3])
        #expect(messages.bytes(for: &old) == frames.flatMap { $0?.bytes ?? [] } + short)
        // One that came behind the first of these can't read on before the window begins anew.
        let rest = Fanout()
        rest.append(text: text, deflater.frame(text: text.span.bytes))
        var late = try receiver()
        #expect(rest.bytes(for: &late) == rest.plain)
        deflater.reset()
        let anew = Fanout()
        anew.append(text: text, deflater.frame(text: text.span.bytes))
        #expect(anew.bytes(for: &late)[0] == 0xC1)
    }

    @Test func `a short message goes plain among compressed ones`() throws {
        let messages = Fanout(deflater: SharedDeflater(DeflateSettings()))
        messages.append(text: [1, 2, 3])
        var receiver = try receiver()
        #expect(messages.bytes(for: &receiver) == messages.plain)
    }
}
