import Testing

@testable import WebSocket

struct ProtocolViolationTests {
    @Test func `[RFC 6455 7.4.1] each kind of mistake has its code`() {
        #expect(ProtocolViolation.broken("anything").code == .protocolError)
        #expect(ProtocolViolation.notUTF8.code == .invalidFramePayloadData)
    }
}
