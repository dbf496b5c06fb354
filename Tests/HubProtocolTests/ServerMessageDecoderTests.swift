import HubProtocol
import TestSupport
import Testing

struct ServerMessageDecoderTests {
    private static let ada = Author(id: "k3v", name: "A\"d\\a 🐈")

    private static func envelope(_ op: String, seq: Seq? = Seq.none.next, isReplay: Bool = false) -> Envelope
    {
        Envelope(
            seq: seq, at: 1_790_000_000_000, author: ada, payload: Payload(bytes: Array(op.utf8)),
            isReplay: isReplay)
    }

    static let messages: [ServerMessage] = [
        .welcome(
            Welcome(
                room: RoomName("__proto__")!, you: ada, token: "t.t", epoch: "e", head: .max, after: nil,
                members: [])),
        .welcome(
            Welcome(
                room: RoomName("r")!, you: ada, token: "", epoch: "e", head: .none, after: Seq.none,
                members: [
                    Participant(author: ada, connections: 2),
                    Participant(author: Author(id: "b", name: "Bob"), connections: 1),
                ])),
        .reset(.epoch, epoch: "e", head: .none), .reset(.ahead, epoch: "e", head: .max), .ready(.max),
        .error(ProtocolError(.badOp, "no", id: "17")), .error(ProtocolError(.roomFull, "full")),
        .done(id: "x", count: 1_000),
        .envelope(envelope(#"{"type":"comment","op":{"op":1}}"#)),
        .envelope(envelope("{ \"type\":\n\"x\" }", seq: nil)),
        .envelope(envelope(#"{"type":"x","hub":1}"#, seq: .max, isReplay: true)),
    ]

    @Test(arguments: messages)
    func `what a hub writes is read as it was meant`(message: ServerMessage) throws {
        #expect(try ServerMessageDecoder.decode(MessageCodec.encode(message)) == message)
    }

    @Test(arguments: messages)
    func `a message that is cut short is refused, wherever it is cut`(message: ServerMessage) {
        let bytes = MessageCodec.encode(message)
        for count in 0..<bytes.count {
            #expect(throws: ServerMessageError.self) {
                try ServerMessageDecoder.decode(Array(bytes[..<count]))
            }
        }
    }

    @Test(arguments: messages)
    func `a message with any byte changed is read or refused, and never a trap`(message: ServerMessage) {
        let bytes = MessageCodec.encode(message)
        var refused = 0
        for index in bytes.indices {
            for byte in [UInt8(0), 0x22, 0x2C, 0x5C, 0x7D, 0xFF] where bytes[index] != byte {
                var changed = bytes
                changed[index] = byte
                do {
                    _ = try ServerMessageDecoder.decode(changed)
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 0)
    }

    @Test(arguments: [127, 128])
    func `[CN4] an op as deep as a hub takes is read out of its envelope`(depth: Int) throws {
        let inner = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
        let envelope = ServerMessageDecoderTests.envelope(#"{"type":"x","deep":\#(inner)}"#)
        #expect(
            try MessageCodec.decode(envelope.payload.bytes)
                == .op(
                    Op(type: "x", payload: envelope.payload)))
        #expect(try ServerMessageDecoder.decode(MessageCodec.encode(envelope)) == .envelope(envelope))
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "1", #"{"hub":1}"#, #"{"hub":"hello"}"#, #"{"hub":"ready"}"#,
        #"{"hub":"ready","seq":-1}"#, #"{"hub":"ready","seq":1.5}"#, #"{"hub":"ready","seq":1099511627776}"#,
        #"{"hub":"ready","seq":99999999999999999999}"#, #"{"hub":"ready","seq":"1"}"#,
        #"{"hub":"reset","reason":"x","epoch":"e","head":1}"#, #"{"hub":"error","code":"x","message":"m"}"#,
        #"{"hub":"error","id":1,"code":"bad_op","message":"m"}"#, #"{"hub":"done","id":"x"}"#,
        #"{"at":1,"from":{"id":"a","name":"b"}}"#, #"{"at":1,"from":{"id":"a","name":"b"},"op":[]}"#,
        #"{"at":1,"from":{"id":"a"},"op":{}}"#, #"{"at":"1","from":{"id":"a","name":"b"},"op":{}}"#,
        #"{"at":1,"from":{"id":"a","name":"\ud800"},"op":{}}"#,
        #"{"seq":1,"at":1,"from":{"id":"a","name":"b"},"replay":1,"op":{}}"#,
    ])
    func `what is no message of a hub is refused`(text: String) {
        #expect(throws: ServerMessageError.self) { try ServerMessageDecoder.decode(Array(text.utf8)) }
    }

    @Test func `members that are not known are left aside, and the last of a key counts`() throws {
        let text = #"{"new":[{}],"hub":"ready","seq":1,"seq":2}"#
        #expect(try ServerMessageDecoder.decode(Array(text.utf8)) == .ready(Seq(2)!))
    }
}
