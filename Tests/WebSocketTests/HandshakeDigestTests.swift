import Testing

@testable import WebSocket

struct HandshakeDigestTests {
    @Test func `[RFC 6455 1.3] the example`() {
        let value = HandshakeDigest.acceptValue(for: "dGhlIHNhbXBsZSBub25jZQ==")
        #expect(value == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }
}
