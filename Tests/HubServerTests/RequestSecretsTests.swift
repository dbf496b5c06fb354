import HubProtocol
import Testing

@testable import Fetching
@testable import HubServer

@Suite struct RequestSecretsTests {
    private let secrets = #"""
        # A comment

        KEY@api.example.org=abc=123
        LONG_KEY@api.example.org:8443=defg
        """#

    private func fill(_ request: OutsideRequest) throws -> FetchRequest {
        try RequestSecrets(parsing: secrets).fill(request).0
    }

    @Test func `[RQ5] a name is the longest that it can be, and what is none stays`() throws {
        let url = "https://api.example.org:8443/$KEY/$LONG_KEY/$LONG/$/$key$KEY"
        #expect(
            try fill(OutsideRequest(url: url)).url
                == "https://api.example.org:8443/abc=123/defg/$LONG/$/$keyabc=123")
        let plain = try fill(OutsideRequest(url: "http://other/$NONE"))
        #expect(plain.url == "http://other/$NONE" && !plain.staysWithHost)
    }

    @Test func `[RQ5] secrets stand in headers and data too, and then no other host is led to`() throws {
        let filled = try fill(
            OutsideRequest(
                url: "https://API.example.org/", headers: [.init(name: "$KEY", value: "Bearer $KEY")],
                body: Array(#"{"a":"$KEY"}"#.utf8)))
        #expect(filled.headers.map(\.name) == ["$KEY"] && filled.headers.map(\.value) == ["Bearer abc=123"])
        #expect(filled.body == Array(#"{"a":"abc=123"}"#.utf8) && filled.staysWithHost)
    }

    @Test(arguments: [
        "https://evil.example.org/$KEY", "https://api.example.org.evil/$KEY", "https://$KEY/",
        "https://api.example.org/$LONG_KEY", "https://api.example.org@evil/$KEY", "$KEY",
    ])
    func `[RQ5] a secret is for its host alone`(url: String) {
        #expect(throws: FetchError.self) { try fill(OutsideRequest(url: url)) }
    }

    @Test func `[RQ5] what an answer says of a secret is its name`() throws {
        let request = OutsideRequest(url: "https://api.example.org/?k=$KEY")
        let hidden = try RequestSecrets(parsing: secrets).fill(request).1
        let response = FetchResponse(
            status: 200, headers: [(name: "x", value: "abc=123")], body: Array("<abc=123>".utf8),
            url: "https://api.example.org/?k=abc%3D123")
        #expect(
            hidden.hide(response)
                == .answer(
                    url: request.url, status: 200, headers: [.init(name: "x", value: "$KEY")],
                    body: Array("<$KEY>".utf8)))
        #expect(hidden.text("can't ask abc=123") == "can't ask $KEY")
    }

    @Test(arguments: [
        ("KEY=abcd", "line 1 is not NAME@HOST=VALUE"), ("A@b", "line 1 is not NAME@HOST=VALUE"),
        ("\nA@=abcd", "line 2 is not NAME@HOST=VALUE"),
        ("key@h=abcd", "line 1: a name is made of A to Z, 0 to 9 and _"),
        ("1A@h=abcd", "line 1: a name is made of A to Z, 0 to 9 and _"),
        ("A@h=abcd\nA@i=abcd", "line 2: A stands twice"),
    ])
    func `a line that is wrong is named, and not said`(text: String, error: String) {
        let thrown = #expect(throws: RequestSecretsError.self) { try RequestSecrets(parsing: text) }
        #expect(thrown?.description == error)
    }

    @Test(arguments: ["A@h=abc", "A@h=ab cd", "A@h=ab\"cd", "A@h=ab\\cd", "A@h=abcé"])
    func `a value that could not be put everywhere is refused`(text: String) {
        #expect(throws: RequestSecretsError.self) { try RequestSecrets(parsing: text) }
    }
}
