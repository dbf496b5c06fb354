import HubProtocol
import Testing

@Suite struct MessageCodecTests {
    private func text(_ message: ServerMessage) -> String {
        String(decoding: MessageCodec.encode(message), as: UTF8.self)
    }

    private let ada = Author(id: "a1", name: #"Ada "L""#)

    @Test(arguments: [
        "]", "Malformed JSON", "", "{", #"{"type":"a"} x"#, "[]", #""hello""#, "7", "null",
        #"{"type":"a","x":"#, "{'type':'a'}",
    ])
    func `[OP2] [U41] text that is not one JSON object is bad_json`(message: String) throws {
        let error = #expect(throws: ProtocolError.self) { try MessageCodec.decode(Array(message.utf8)) }
        #expect(error?.code == .badJSON)
    }

    @Test func `[CN4] text nested too deep is bad_json`() {
        let deep = #"{"type":"a","x":"# + String(repeating: "[", count: 100_000)
        let error = #expect(throws: ProtocolError.self) { try MessageCodec.decode(Array(deep.utf8)) }
        #expect(error == ProtocolError(.badJSON, "nested deeper than 128"))
    }

    @Test func `[OP3] an envelope carries the sender's own bytes`() {
        let payload = Payload(bytes: Array(#"{ "type" : "a" }"#.utf8))
        let envelope = Envelope(seq: Seq(7), at: 1_790_000, author: ada, payload: payload)
        #expect(
            text(.envelope(envelope))
                == #"{"seq":7,"at":1790000,"from":{"id":"a1","name":"Ada \"L\""},"op":{ "type" : "a" }}"#
        )
    }

    @Test func `[OP6] [RP1] a transient envelope has no seq, a replayed one says so`() {
        let payload = Payload(bytes: Array("{}".utf8))
        #expect(
            text(.envelope(Envelope(seq: nil, at: 5, author: Author(id: "x", name: "y"), payload: payload)))
                == #"{"at":5,"from":{"id":"x","name":"y"},"op":{}}"#)
        let replayed = Envelope(
            seq: Seq(1), at: 5, author: Author(id: "x", name: "y"), payload: payload, isReplay: true)
        #expect(
            text(.envelope(replayed))
                == #"{"seq":1,"at":5,"from":{"id":"x","name":"y"},"replay":true,"op":{}}"#)
    }

    @Test func `[HI2] [HI3] [HI7] [HI8] welcome`() throws {
        let room = try #require(RoomName("__proto__"))
        let welcome = Welcome(
            room: room, you: Author(id: "a1", name: "Ada"), token: "t", epoch: "e", head: .none,
            after: Seq(0),
            members: [Participant(author: Author(id: "b2", name: "constructor"), connections: 2)])
        #expect(
            text(.welcome(welcome)) == """
                {"hub":"welcome","protocol":"chatos.v1","room":"__proto__","you":{"id":"a1","name":"Ada"},\
                "token":"t",\
                "epoch":"e","head":0,"after":0,"members":[{"id":"b2","name":"constructor","connections":2}],\
                "limits":{"message":524288}}
                """)
    }

    @Test func `[HI4] [RP4] [ER1] the other control frames`() throws {
        let seq = try #require(Seq(9))
        #expect(text(.ready(seq)) == #"{"hub":"ready","seq":9}"#)
        #expect(
            text(.reset(.ahead, epoch: "e", head: seq))
                == #"{"hub":"reset","reason":"ahead","epoch":"e","head":9}"#)
        #expect(text(.done(id: "q", count: 3)) == #"{"hub":"done","id":"q","count":3}"#)
        #expect(
            text(.error(ProtocolError(.badOp, "no \"type\"", id: "5")))
                == #"{"hub":"error","id":"5","code":"bad_op","message":"no \"type\""}"#)
        #expect(
            text(.error(ProtocolError(.badJSON, "x"))) == #"{"hub":"error","code":"bad_json","message":"x"}"#)
    }
}
