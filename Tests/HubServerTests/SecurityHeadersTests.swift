import Testing

@testable import HubServer

@Suite struct SecurityHeadersTests {
    private func directives(_ headers: [(name: String, value: String)]) -> [String: String] {
        let policy = headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
        var found: [String: String] = [:]
        for directive in policy.split(separator: ";") {
            let words = directive.split(separator: " ", maxSplits: 1)
            found[String(words[0])] = words.count > 1 ? String(words[1]) : ""
        }
        return found
    }

    @Test func `the shell runs its own scripts alone and shows one frame`() {
        let policy = directives(SecurityHeaders.shell(frame: "//localhost:1/frame.html"))
        #expect(policy["default-src"] == "'none'")
        #expect(policy["script-src"] == "'self'")
        #expect(policy["connect-src"] == "'self'")
        // A source in a policy has no leading slashes.
        #expect(policy["frame-src"] == "localhost:1/frame.html")
        #expect(policy["frame-ancestors"] == "'none'")
        let named = directives(SecurityHeaders.shell(frame: "https://realm.example/frame.html"))
        #expect(named["frame-src"] == "https://realm.example/frame.html")
    }

    @Test func `the realm runs anything, reaches nothing, and is shown by the shell alone`() {
        let headers = SecurityHeaders.realm(shell: "127.0.0.1:1")
        let policy = directives(headers)
        #expect(policy["connect-src"] == "'none'")
        #expect(policy["frame-src"] == "'none'")
        #expect(policy["form-action"] == "'none'")
        #expect(policy["sandbox"] == "allow-scripts")
        #expect(policy["frame-ancestors"] == "127.0.0.1:1")
        #expect(headers.contains { $0.name == "Connection-Allowlist" && $0.value == "()" })
    }

    @Test func `[HT8] what was granted is for pictures, sounds and films, and nothing else`() throws {
        let sources = try ["https://a.example", "http://b.example:81"].map { try #require(MediaSource($0)) }
        let headers = SecurityHeaders.realm(shell: "127.0.0.1:1", media: sources)
        let policy = directives(headers)
        for (name, value) in policy {
            let isOpen = ["img-src", "media-src"].contains(name)
            #expect(value.contains("example") == isOpen)
        }
        #expect(policy["img-src"] == "data: blob: https://a.example http://b.example:81")
        let list = headers.first { $0.name == "Connection-Allowlist" }?.value
        #expect(list == "(\"https://a.example/*\" \"http://b.example:81/*\")")
    }

    @Test func `nothing is guessed and no address is passed on`() {
        for headers in [SecurityHeaders.shell(frame: "a"), SecurityHeaders.realm(shell: "a")] {
            #expect(headers.contains { $0.name == "X-Content-Type-Options" && $0.value == "nosniff" })
            #expect(headers.contains { $0.name == "Referrer-Policy" && $0.value == "no-referrer" })
        }
    }
}
