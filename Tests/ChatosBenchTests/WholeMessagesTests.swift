import TestSupport
import Testing
import WebSocket

@testable import chatos_bench

struct WholeMessagesTests {
    @Test func `messages are whole however they were cut, and pings are none`() throws {
        let bytes =
            FrameEncoder.frame(.text, payload: [1, 2], isFinal: false)
            + FrameEncoder.frame(.ping, payload: [9])
            + FrameEncoder.frame(.continuation, payload: [3]) + FrameEncoder.frame(.text, payload: [4])
        for parts in cuts(of: bytes) {
            var whole = WholeMessages()
            var messages: [[UInt8]] = []
            for part in parts { try whole.take(part) { messages.append($0) } }
            #expect(messages == [[1, 2, 3], [4]])
        }
    }

    @Test func `a close ends it, with its code`() throws {
        var whole = WholeMessages()
        let failure = #expect(throws: Failure.self) {
            try whole.take(FrameEncoder.frame(.close, payload: [0x0F, 0xA1])) { _ in }
        }
        #expect(failure?.message.contains("4001") == true)
    }
}
