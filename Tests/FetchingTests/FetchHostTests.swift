import Fetching
import Testing

@Suite struct FetchHostTests {
    @Test(arguments: [
        ("https://a.example/x", "a.example", true), ("https://A.EXAMPLE", "a.example:443", true),
        ("http://a.example", "a.example:443", false), ("http://[::1]:8080/", "[::1]:8080", true),
        ("https://a.example.b", "a.example", false), ("https://b/@a.example", "a.example", false),
        ("https://a.example:1/", "a.example", true),
    ])
    func `a host is named with its port or without`(url: String, name: String, isMeant: Bool) throws {
        #expect(try FetchHost(url).isMeant(by: name) == isMeant)
    }

    @Test func `what is no address has none`() throws {
        #expect(throws: FetchError.self) { try FetchHost("ftp://a") }
        #expect(throws: FetchError.self) { try FetchHost("http://b:c@a/") }
        #expect(try FetchHost("http://a.example/b").text == "a.example")
    }
}
