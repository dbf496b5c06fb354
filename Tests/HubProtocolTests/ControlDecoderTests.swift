import HubProtocol
import Testing

@Suite struct ControlDecoderTests {
    private func decode(_ text: String) throws(ProtocolError) -> ClientMessage {
        try MessageCodec.decode(Array(text.utf8))
    }

    @Test func `[HI1] hello`() throws {
        #expect(try decode(#"{"hub":"hello","name":"Ada"}"#) == .hello(Hello(name: "Ada")))
        let seq = try #require(Seq(3))
        #expect(
            try decode(
                #"{"hub":"hello","name":"__proto__","client":"tab","token":"t","#
                    + #""after":3,"epoch":"e","quiet":true,"x":1}"#)
                == .hello(
                    Hello(
                        name: "__proto__", client: "tab", token: "t", resume: Resume(after: seq, epoch: "e"),
                        quiet: true)))
        #expect(
            try decode(#"{"name":"Ada","after":0,"hub":"hello"}"#)
                == .hello(Hello(name: "Ada", resume: Resume(after: .none, epoch: nil))))
    }

    @Test(arguments: [
        #"{"hub":"hello"}"#, #"{"hub":"hello","name":""}"#, #"{"hub":"hello","name":7}"#,
        #"{"hub":"hello","name":"a\nb"}"#, #"{"hub":"hello","name":"\#(String(repeating: "é", count: 33))"}"#,
        #"{"hub":"hello","name":"a","after":-1}"#, #"{"hub":"hello","name":"a","after":99999999999999}"#,
        #"{"hub":"hello","name":"a","after":"3"}"#, #"{"hub":"hello","name":"a","client":""}"#,
        #"{"hub":"hello","name":"a","token":5}"#, #"{"hub":"hello","name":"a","quiet":"yes"}"#,
        #"{"hub":"welcome"}"#,
        #"{"hub":5}"#, #"{"hub":"__proto__"}"#, #"{"hub":"announce"}"#, #"{"hub":"announce","present":1}"#,
        #"{"type":"comment","hub":null}"#,
    ])
    func `[HI1] a control frame that breaks its form is bad_control`(text: String) {
        let error = #expect(throws: ProtocolError.self) { try decode(text) }
        #expect(error?.code == .badControl)
    }

    @Test func `[PR2] announce`() throws {
        #expect(try decode(#"{"hub":"announce","present":true}"#) == .announce(present: true))
        #expect(try decode(#"{"hub":"announce","present":false}"#) == .announce(present: false))
    }
}
