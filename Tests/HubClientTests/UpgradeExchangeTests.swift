import HTTP1
import HubProtocol
import Testing
import WebSocket

@testable import HubClient

struct UpgradeExchangeTests {
    private let exchange: UpgradeExchange

    init() throws {
        exchange = UpgradeExchange(
            try HubAddress(parsing: "ws://[::1]:81/rooms/a%20b"), random: [UInt8](repeating: 7, count: 16))
    }

    private var good: Headers {
        [
            "Upgrade": "WebSocket", "Connection": "keep-alive, Upgrade",
            "Sec-WebSocket-Accept": OpeningHandshake.accept(for: "BwcHBwcHBwcHBwcHBwcHBw=="),
            "Sec-WebSocket-Protocol": "chatos.v1",
        ]
    }

    @Test func `[CN1] the request is one that a hub's own parser and handshake take`() throws {
        var parser = RequestParser()
        guard case .head(let head, _) = try parser.parse(exchange.request.span.bytes) else {
            Issue.record("the head is not whole")
            return
        }
        #expect(head.host == "[::1]:81")
        #expect(head.target.segments == ["rooms", "a b"])
        #expect(head.headers["Sec-WebSocket-Protocol"] == "chatos.v1")
        #expect(head.headers["Sec-WebSocket-Key"] == "BwcHBwcHBwcHBwcHBwcHBw==")
    }

    @Test func `a good answer upgrades`() throws {
        #expect(try exchange.outcome(ResponseHead(status: 101, headers: good)) == .upgraded)
    }

    @Test(arguments: [
        ("Upgrade", "h2c"), ("Connection", "close"), ("Sec-WebSocket-Accept", "x"),
        ("Sec-WebSocket-Protocol", "other"), ("Sec-WebSocket-Extensions", "permessage-deflate"),
    ])
    func `[RFC 6455 4.1] an answer with a wrong header is refused`(name: String, value: String) {
        var headers = good
        headers.set(name, value)
        #expect(throws: HubClientError.self) {
            try exchange.outcome(ResponseHead(status: 101, headers: headers))
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:8/rooms/a%20b", "ws://127.0.0.1:8/rooms/a%20b"),
        ("/rooms/c", "ws://[::1]:81/rooms/c"), ("//127.0.0.1:8/rooms/d", "ws://127.0.0.1:8/rooms/d"),
    ])
    func `[HT7] a redirect leads to another address`(location: String, target: String) throws {
        let head = ResponseHead(status: 307, headers: ["Location": location])
        #expect(try exchange.outcome(head) == .redirected(try HubAddress(parsing: target)))
    }

    @Test(arguments: ["https://h/rooms/x", "//h/elsewhere", "http://h/elsewhere", ""])
    func `a redirect to what is no room is refused`(location: String) {
        #expect(throws: HubClientError.self) {
            try exchange.outcome(ResponseHead(status: 307, headers: ["Location": location]))
        }
    }

    @Test func `any other status is a refusal`() throws {
        #expect(try exchange.outcome(ResponseHead(status: 403)) == .refused(403))
        #expect(try exchange.outcome(ResponseHead(status: 200)) == .refused(200))
    }
}
