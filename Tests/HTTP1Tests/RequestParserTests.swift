import HTTP1
import TestSupport
import Testing

@Suite struct RequestParserTests {
    static let upgrade =
        "GET /rooms/lobby?a=1 HTTP/1.1\r\nHost: LOCALHOST:8080\r\nConnection: keep-alive, Upgrade\r\n"
        + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n"

    @Test func `[W11] a request is read alike however it is cut`() throws {
        let head = try head(Self.upgrade)
        #expect(head.method == "GET")
        #expect(head.target.originForm == "/rooms/lobby?a=1")
        #expect(head.version == .http11)
        #expect(head.host == "localhost:8080")
        #expect(head.body == .none)
        #expect(head.headers.fields.count == 4)
    }

    @Test func `[W10] bytes behind the head are left for the next reader`() throws {
        let text = Self.upgrade + "tail"
        for way in cuts(of: Array(text.utf8)) {
            guard case .head(_, let consumed) = verdict(parts: way) else {
                Issue.record("no head")
                continue
            }
            #expect(consumed == Self.upgrade.utf8.count)
        }
    }

    @Test func `a second request is read by the same parser`() throws {
        var parser = RequestParser()
        let first = Array(get("/1").utf8)
        let both = first + Array(get("/2").utf8)
        guard case .head(let one, let consumed) = try parser.parse(both.span.bytes) else {
            Issue.record("no first head")
            return
        }
        #expect(one.path == "/1")
        let rest = Array(both[consumed...])
        guard case .head(let two, _) = try parser.parse(rest.span.bytes) else {
            Issue.record("no second head")
            return
        }
        #expect(two.path == "/2")
    }

    @Test func `[RFC 9112 2.2] one empty line may come before a request, and not two`() throws {
        #expect(try head("\r\n" + get("/x")).path == "/x")
        #expect(verdictAtEveryCut("\r\n\r\n" + get()) == .refused(400))
    }

    @Test func `[W12] bytes that were looked at are not looked at again`() throws {
        var parser = RequestParser()
        let start = Array("GET /x HTTP/1.1\r\nHost: a\r\nLong: ".utf8)
        #expect(try parser.parse(start.span.bytes) == .needMore)
        // Were the first lines read again, these would be refused.
        let other = [UInt8](repeating: 0, count: start.count - 6) + Array("Long: v\r\n\r\n".utf8)
        guard case .head(let head, _) = try parser.parse(other.span.bytes) else {
            Issue.record("no head")
            return
        }
        #expect(head.path == "/x")
        #expect(head.headers["Long"] == "v")
    }

    @Test func `[W12] [W14] a header block over 16 kB is refused where it passes the limit`() throws {
        let start = "GET / HTTP/1.1\r\n"
        let room = 16 * 1024 - "A: \r\n".utf8.count
        let most = start + "A: " + String(repeating: "a", count: room + 2)
        #expect(verdict(most) == .unfinished)
        #expect(verdict(most + "a") == .refused(431))

        var parser = RequestParser()
        let huge = Array((start + "A: " + String(repeating: "a", count: 20_000_000)).utf8)
        #expect(throws: HTTPError(431, "The header fields are too long.")) {
            try parser.parse(huge.span.bytes)
        }
    }

    @Test func `many short lines pass the limit of the block too`() {
        var limits = HTTPLimits()
        limits.headerCountMax = .max
        let lines = String(repeating: "A: b\r\n", count: 3000)
        #expect(verdict(get("/", lines), limits: limits) == .refused(431))
    }

    @Test func `[W13] a hundred headers are read and one more is refused`() throws {
        // One of them is Host.
        #expect(try head(get("/", String(repeating: "A: b\r\n", count: 99))).headers.fields.count == 100)
        #expect(verdict(get("/", String(repeating: "A: b\r\n", count: 100))) == .refused(431))
        #expect(verdict(get("/", String(repeating: "A: b\r\n", count: 2000))) == .refused(431))
    }

    @Test func `a request line of 8 kB is read and a longer one is refused at once`() {
        let rest = "GET / HTTP/1.1".utf8.count
        let target = "/" + String(repeating: "a", count: 8192 - rest)
        guard case .head = verdict(get(target)) else {
            Issue.record("8192 bytes are allowed")
            return
        }
        #expect(verdict(get(target + "a")) == .refused(414))
        #expect(verdict(String(repeating: "a", count: 8192)) == .unfinished)
        #expect(verdict(String(repeating: "a", count: 8193)) == .refused(414))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "GET / HTTP/1.1\r\nHost: a\r\nA: b\rc\r\n\r\n", "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\rHost: a\r\n\r\n",
    ])
    func `[W19] line ends are CR LF, and neither stands alone`(text: String) {
        #expect(verdictAtEveryCut(text) == .refused(400))
    }

    @Test(arguments: [
        "A : b\r\n", " A: b\r\n", "A: b\r\n c\r\n", "A: b\r\n\tc\r\n", "A: b\0\r\n", "\0A: b\r\n",
        "A\u{e4}: b\r\n",
        ": b\r\n", "A\r\n", "A(: b\r\n", "A: b\u{1}\r\n", "A: b\u{7f}\r\n",
    ])
    func `[W19] a malformed header line is refused`(line: String) {
        #expect(verdictAtEveryCut(get("/", line)) == .refused(400))
    }

    @Test func `[W19] values that are not ASCII are read as Latin-1`() throws {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nA: caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        for way in cuts(of: bytes) {
            guard case .head(let head, _) = verdict(parts: way) else {
                Issue.record("no head")
                continue
            }
            #expect(head.headers["a"] == "caf\u{e9}")
        }
    }

    @Test func `random bytes never trap`() {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0 ... .max, using: &random)
        var state = seed
        for _ in 0..<2000 {
            var bytes = Array(Self.upgrade.utf8)
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 25)
            }
            let whole = verdict(parts: [bytes])
            #expect(verdict(parts: bytes.map { [$0] }) == whole, "seed \(seed)")
        }
    }
}
