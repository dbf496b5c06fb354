import Testing
import WebSocket

@testable import Serving

@Suite struct FanoutTests {
    private let text = Array(String(repeating: "one message for many members; ", count: 40).utf8)

    @Test func `a message is framed once for all that read it plain`() {
        let message = Fanout(text: text)
        #expect(message.shared == nil)
        #expect(message.plain == FrameEncoder.frame(.text, payload: text))
    }

    @Test func `[W57] the group's window moves once a message, and only for one that takes part`() throws {
        let deflater = SharedDeflater(DeflateSettings())
        let message = Fanout(text: text, deflater: deflater)
        let frame = try #require(message.shared)
        #expect(frame.bytes.count < message.plain.count / 4)
        #expect(try #require(message.shared).bytes == frame.bytes)
        // RSV1 and FIN, and the text's opcode.
        #expect(frame.bytes[0] == 0xC1)
    }

    @Test func `a short message goes plain to everybody`() {
        let message = Fanout(text: [1, 2, 3], deflater: SharedDeflater(DeflateSettings()))
        #expect(message.shared == nil)
    }
}
