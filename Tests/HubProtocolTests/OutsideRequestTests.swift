import HubProtocol
import Testing

@Suite struct OutsideRequestTests {
    private func decode(_ members: String) throws -> ClientMessage {
        try MessageCodec.decode(Array(#"{"type":"request"\#(members)}"#.utf8))
    }

    private func request(_ members: String) throws -> OutsideRequest? {
        guard case .request(let request, _) = try decode(members) else { return nil }
        return request
    }

    @Test func `[RQ1] a request says what is to be fetched, and what the answer is called`() throws {
        #expect(
            try decode(#","url":"http://x","id":"7""#) == .request(OutsideRequest(url: "http://x"), id: "7"))
        let full =
            #","url":"http://x","method":"put","headers":{"A":"1","B":"2"},"data":"te\u0078t","#
            + #""responseType":"news","responseName":"n""#
        let headers = [OutsideRequest.Header(name: "A", value: "1"), .init(name: "B", value: "2")]
        #expect(
            try request(full)
                == OutsideRequest(
                    url: "http://x", method: "PUT", headers: headers, body: Array("text".utf8),
                    responseType: "news", responseName: "n"))
    }

    @Test func `[RQ1] data that is no string goes as the JSON that it is`() throws {
        let json = try request(#","url":"http://x","data":{"a": [1, "\u00e9"]}"#)
        #expect(json?.method == "POST")
        #expect(json?.body == Array(#"{"a": [1, "\u00e9"]}"#.utf8))
        #expect(json?.headers == [OutsideRequest.Header(name: "Content-Type", value: "application/json")])
        let own = try request(#","url":"http://x","data":7,"headers":{"content-type":"text/x"}"#)
        #expect(own?.headers == [OutsideRequest.Header(name: "content-type", value: "text/x")])
        #expect(
            try request(#","url":"http://x","data":null,"headers":null"#) == OutsideRequest(url: "http://x"))
    }

    @Test(arguments: [
        "", #","url":7"#, #","url":"""#, #","url":"x","method":"CONNECT""#, #","url":"x","method":1"#,
        #","url":"x","headers":[]"#, #","url":"x","headers":{"A":1}"#, #","url":"x","data":"\ud800""#,
        #","url":"x","responseType":"upgrade""#, #","url":"x","responseType":"joined""#,
        #","url":"x","responseType":"""#, #","url":"x","responseName":"\u0001a""#,
        #","url":"x","maxAge":5"#, #","url":"x","maxAge":-1,"responseName":"n""#,
        #","url":"x","maxAge":"5","responseName":"n""#, #","url":"x","maxAge":31536001,"responseName":"n""#,
    ])
    func `[RQ1] a request that says it wrongly is bad_op`(members: String) {
        let error = #expect(throws: ProtocolError.self) { try decode(members) }
        #expect(error?.code == .badOp)
        let scheduled = #expect(throws: ProtocolError.self) {
            try decode(members + #","name":"n","schedule":"* * * * *""#)
        }
        #expect(scheduled?.code == .badOp)
    }

    @Test func `[RQ7] a request may say how old a known answer may be`() throws {
        #expect(try request(#","url":"x","maxAge":60,"responseName":"n""#)?.maxAgeS == 60)
        #expect(try request(#","url":"x","maxAge":0,"responseName":"n""#)?.maxAgeS == 0)
        #expect(try request(#","url":"x","responseName":"n""#)?.maxAgeS == nil)
    }

    @Test func `[RQ4] a scheduled request is a definition, and its firing a request`() throws {
        let text = #"{"type":"request","name":"n","schedule":"* * * * *","url":"http://x/%d{yyyy}"}"#
        guard case .op(let op) = try MessageCodec.decode(Array(text.utf8)) else {
            Issue.record("no definition")
            return
        }
        #expect(op.name == "\u{1}n" && op.schedule != nil)
        let seq = try #require(Seq(3))
        let firing = OpFiring.payload(of: op.payload, seq: seq, type: op.type, at: 1_790_000_000_000)
        #expect(OutsideRequest(firing: try #require(firing)) == OutsideRequest(url: "http://x/2026"))
        #expect(OutsideRequest(firing: Payload(bytes: Array("{}".utf8))) == nil)
    }
}
