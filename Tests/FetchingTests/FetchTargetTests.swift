import Testing

@testable import Fetching

@Suite struct FetchTargetTests {
    @Test(arguments: [
        ("http://example.com", "example.com", "80", "http"),
        ("https://example.com:8443/a?b#c", "example.com", "8443", "https"),
        ("http://[::1]:90/", "::1", "90", "http"),
        ("HTTP://EXAMPLE.com/ä b", "EXAMPLE.com", "80", "http"),
    ])
    func `a URL has a host, a port and a scheme`(url: String, host: String, port: String, scheme: String)
        throws
    {
        let target = try FetchTarget(url)
        #expect([target.host, target.port, target.scheme] == [host, port, scheme])
    }

    @Test(arguments: [
        ("ftp://example.com/", "only http and https"), ("file:///etc/passwd", "only http and https"),
        ("gopher://example.com", "only http and https"), ("http://", "no URL"), ("", "no URL"),
        ("nothing", "no URL"), ("/a/b", "no URL"), ("http://user:pw@example.com/", "Authorization"),
        ("http://user@example.com/", "Authorization"), ("http://a\u{0}b/", "no URL"),
        ("javascript:alert(1)", "no URL"), ("http://" + String(repeating: "a", count: 9000), "too long"),
    ])
    func `what is not to be asked is refused with the reason`(url: String, words: String) {
        let error = #expect(throws: FetchError.self) { try FetchTarget(url) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test func `a relative address is relative to where it was said`() throws {
        let base = try FetchTarget("http://example.com/a/b?c")
        #expect(try FetchTarget("../d", relativeTo: base).text == "http://example.com/d")
        #expect(try FetchTarget("//other.example/x", relativeTo: base).host == "other.example")
        #expect(try FetchTarget("https://example.com/", relativeTo: base).isSameHost(as: base) == false)
        #expect(try FetchTarget("http://EXAMPLE.com:80/z", relativeTo: base).isSameHost(as: base))
    }
}
