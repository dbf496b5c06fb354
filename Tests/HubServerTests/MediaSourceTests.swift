import HubProtocol
import Testing

@testable import HubServer

@Suite struct MediaSourceTests {
    @Test(arguments: [
        "https://pictures.example", "http://127.0.0.1:8000", "https://a-b.c1.example:8443",
        "http://localhost",
    ])
    func `[HT8] an origin in its one form is a source`(text: String) {
        #expect(MediaSource(text)?.origin == text)
    }

    @Test(arguments: [
        "", "https://", "pictures.example", "https://A.example", "https://a.example/", "https://a.example/x",
        "https://*", "https://*.example", "https://a.example:443", "http://a.example:80", "https://a:0",
        "https://a:080", "https://a:65536", "https://a:1:2", "https://a..b", "https://.a", "https://a b",
        "https://a; script-src *", "https://a,b", "https://user@a", "data:", "'self'", "ftp://a",
        "https://[::1]",
        "https://a\nb", "https://ä.example", "https://a.example?x", "https://a.example#x",
    ])
    func `[HT8] what is no origin, or would be more than that in a policy, is none`(text: String) {
        #expect(MediaSource(text) == nil)
    }

    @Test func `[HT8] a frame's address has sixteen at most, and all of them must be right`() {
        let many = (0..<17).map { "https://h\($0).example" }
        #expect(MediaSource.all(in: Array(many.dropLast()))?.count == 16)
        #expect(MediaSource.all(in: many) == nil)
        #expect(MediaSource.all(in: ["https://a.example", "nonsense"]) == nil)
        #expect(MediaSource.all(in: []) == [])
    }

    @Test func `an operator grants for a room or for all`() {
        #expect(MediaGrant("https://a.example")?.room == nil)
        #expect(MediaGrant("https://a.example@my@room")?.room == RoomName("my@room"))
        #expect(MediaGrant("https://a.example@") == nil && MediaGrant("a@b") == nil)
    }
}
