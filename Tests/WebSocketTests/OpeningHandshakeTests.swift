import Testing
import WebSocket

struct OpeningHandshakeTests {
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    /// A request, and by default a lawful one.
    private struct Asked {
        var method = "GET"
        var isHTTP11 = true
        var fields = RequestFields(
            upgrade: ["websocket"], connection: ["Upgrade"], key: [key], version: ["13"])
        var hasBody = false

        var request: OpeningHandshake.Request {
            OpeningHandshake.Request(method: method, isHTTP11: isHTTP11, fields: fields, hasBody: hasBody)
        }
    }

    /// The answer to the lawful request with a change.
    private static func answer(
        subprotocols: [String] = [], _ change: (inout Asked) -> Void
    ) -> OpeningHandshake.Answer {
        var asked = Asked()
        change(&asked)
        return OpeningHandshake.answer(asked.request, subprotocols: subprotocols)
    }

    private static func isAccepted(_ answer: OpeningHandshake.Answer) -> Bool {
        if case .accept = answer { true } else { false }
    }

    private static func status(_ answer: OpeningHandshake.Answer) -> Int {
        if case .refuse(let status, _, _) = answer { status } else { 101 }
    }

    private static func headers(_ answer: OpeningHandshake.Answer) -> [String] {
        if case .refuse(_, let headers, _) = answer { headers.map { "\($0.0): \($0.1)" } } else { [] }
    }

    private static func subprotocol(_ answer: OpeningHandshake.Answer) -> String? {
        if case .accept(_, let subprotocol, _) = answer { subprotocol } else { nil }
    }

    @Test func `[RFC 6455 1.3] the example is accepted`() {
        guard case .accept(let value, let subprotocol, _) = Self.answer({ _ in }) else {
            Issue.record("refused")
            return
        }
        #expect(value == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(subprotocol == nil)
    }

    @Test(arguments: [
        ["keep-alive, Upgrade"], ["keep-alive", "Upgrade"], ["UPGRADE"], ["upgrade,"], ["a,\tupGrade , b"],
    ])
    func `[W1] Connection is a list, over all its occurrences, in any case`(connection: [String]) {
        #expect(Self.isAccepted(Self.answer { $0.fields.connection = connection }))
    }

    @Test(arguments: [[], ["keep-alive"], ["upgraded"], [""]])
    func `[W1] Connection without Upgrade is refused`(connection: [String]) {
        #expect(Self.status(Self.answer { $0.fields.connection = connection }) == 400)
    }

    @Test(arguments: ["WebSocket", "WEBSOCKET", "h2c, websocket", " websocket "])
    func `[W2] Upgrade names websocket in any case`(upgrade: String) {
        #expect(Self.isAccepted(Self.answer { $0.fields.upgrade = [upgrade] }))
    }

    @Test(arguments: [[], ["h2c"], ["websockets"], [""]])
    func `[W3] Upgrade without websocket is told to upgrade`(upgrade: [String]) {
        let answer = Self.answer { $0.fields.upgrade = upgrade }
        #expect(Self.status(answer) == 426)
        #expect(Self.headers(answer) == ["Upgrade: websocket", "Connection: Upgrade"])
    }

    @Test(arguments: [
        [], [""], ["not base64 of anything!!"], ["AAAAAAAAAAAAAAAAAAAA"], ["AAAAAAAAAAAAAAAAAAAAAAA="],
        ["dGhlIHNhbXBsZSBub25jZQ"], ["dGhlIHNhbXBsZSBub25jZR=="], [key, key],
        [key + ", " + key],
    ])
    func `[W4] a key that is missing, double or not 16 bytes is refused`(keys: [String]) {
        #expect(Self.status(Self.answer { $0.fields.key = keys }) == 400)
    }

    @Test func `[W4] white space around the key is not part of it`() {
        #expect(Self.isAccepted(Self.answer { $0.fields.key = [" \(Self.key)\t"] }))
    }

    @Test(arguments: [[], ["8"], ["0"], ["14"], ["13, 8"], ["13", "13"], ["+13"], ["013"]])
    func `[W5] another version, or none, is told ours`(version: [String]) {
        let answer = Self.answer {
            $0.fields.version = version
            $0.fields.key = []
        }
        #expect(Self.status(answer) == 426)
        #expect(Self.headers(answer) == ["Sec-WebSocket-Version: 13"])
    }

    @Test func `[W6] another method and another HTTP get an answer`() {
        let post = Self.answer { $0.method = "POST" }
        #expect(Self.status(post) == 405)
        #expect(Self.headers(post) == ["Allow: GET"])
        #expect(Self.status(Self.answer { $0.method = "get" }) == 405)
        #expect(Self.status(Self.answer { $0.isHTTP11 = false }) == 505)
    }

    @Test func `[W7] a request with a body is refused`() {
        #expect(Self.status(Self.answer { $0.hasBody = true }) == 400)
    }

    @Test(arguments: ["constructor", "__proto__", "permessage-deflate; foo=1", "a;;b,,", ""])
    func `[W16] extensions that nobody knows are ignored`(extensions: String) {
        #expect(Self.isAccepted(Self.answer { $0.fields.extensions = [extensions] }))
    }

    @Test func `[CN1] the first subprotocol offered that is spoken is taken`() {
        let answer = Self.answer(subprotocols: ["b", "c"]) { $0.fields.protocols = ["a, c", "b"] }
        #expect(Self.subprotocol(answer) == "c")
    }

    @Test func `[CN1] a client that offers none is served without`() {
        let answer = Self.answer(subprotocols: ["chatos.v1"]) { $0.fields.protocols = [] }
        #expect(Self.isAccepted(answer) && Self.subprotocol(answer) == nil)
    }

    @Test(arguments: ["other", "CHATOS.V1", "chatos.v2, chatos"])
    func `[CN1] a client that offers only others is refused`(offered: String) {
        #expect(
            Self.status(Self.answer(subprotocols: ["chatos.v1"]) { $0.fields.protocols = [offered] }) == 400)
    }

    @Test func `a server that speaks no subprotocol agrees on none`() {
        let answer = Self.answer { $0.fields.protocols = ["anything"] }
        #expect(Self.isAccepted(answer) && Self.subprotocol(answer) == nil)
    }

    @Test func `[RFC 6455 4.1] a client's key is the base64 of its bytes, and a server takes it`() {
        let key = OpeningHandshake.makeKey(Array("the sample nonce".utf8))
        #expect(key == Self.key)
        #expect(OpeningHandshake.accept(for: key) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(Self.isAccepted(Self.answer { $0.fields.key = [key] }))
    }

    /// The extension header of the answer to an acceptable request, if it has one.
    private static func extensions(_ offers: [String], _ policy: CompressionPolicy) -> [String] {
        var asked = Asked()
        asked.fields.extensions = offers
        let answer = OpeningHandshake.answer(asked.request, subprotocols: [], compression: policy)
        guard case .accept(_, _, let compression) = answer else { return ["refused"] }
        return compression.map { [$0.headerValue] } ?? []
    }

    @Test func `[W17] no extension header where nothing was agreed on`() {
        let policy = CompressionPolicy.dedicated(DeflateSettings())
        for offers in [[], [""], ["constructor"], ["permessage-deflate; foo=1"], ["a;;b,,"]] {
            #expect(Self.extensions(offers, policy) == [])
        }
        #expect(Self.extensions(["permessage-deflate"], .off) == [])
        let answer = Self.answer { $0.fields.extensions = ["permessage-deflate"] }
        guard case .accept(_, _, nil) = answer else {
            Issue.record("compression is not off by default: \(answer)")
            return
        }
    }

    @Test func `[W55] what was agreed on comes with the answer`() {
        let reply = "permessage-deflate; client_no_context_takeover"
        #expect(Self.extensions(["permessage-deflate"], .dedicated(DeflateSettings())) == [reply])
        #expect(Self.extensions(["foo", "permessage-deflate"], .shared(DeflateSettings())) == [reply])
    }
}
