import Testing

@testable import Fetching

@Suite struct RequestHeadersTests {
    @Test(arguments: [
        ("Host", "x"), ("content-length", "1"), ("Transfer-Encoding", "chunked"),
        ("Proxy-Authorization", "x"),
        ("", "x"), ("a b", "x"), ("a:", "x"), ("ä", "x"), ("a", "x\r\nb: c"), ("a", "x\u{0}"),
        ("a", String(repeating: "x", count: 9000)),
    ])
    func `a header that is not to be set is refused`(name: String, value: String) {
        #expect(throws: FetchError.self) { try RequestHeaders.check([(name, value)]) }
    }

    @Test func `others are said as they are, and not too many`() throws {
        try RequestHeaders.check([("Authorization", "Bearer x"), ("X-Empty", ""), ("accept", "a\tb, ü")])
        let many = (0...32).map { (name: "x-\($0)", value: "") }
        #expect(throws: FetchError.self) { try RequestHeaders.check(many) }
    }

    @Test func `another host learns nothing that proves who asks`() {
        let headers = [
            (name: "Authorization", value: "x"), (name: "ACCEPT", value: "y"), (name: "x-key", value: "z"),
        ]
        #expect(RequestHeaders.forAnotherHost(headers).map(\.name) == ["ACCEPT"])
    }
}
