import HubProtocol
import Testing

@testable import chatos

struct SessionOpTests {
    @Test(arguments: [
        (#"{"type":"comment"}"#, SessionOp.op(id: nil)), (#"{"type":"__proto__","id":"7"}"#, .op(id: "7")),
        (#"{"type":"joined","participants":3}"#, .joined(participants: 3)),
        (#"{"participants":1,"type":"x","type":"join\u0065d"}"#, .joined(participants: 1)),
        (#"{"type":"joined","participants":"1"}"#, .joined(participants: nil)),
        (#"{"type":"disconnected","participants":0}"#, .disconnected),
        (#"{"type":"import"}"#, .doubtful), (#"{"type":"x","schedule":1}"#, .doubtful), ("{}", .doubtful),
        (#"{"type":"upgrade"}"#, .doubtful),
        (#"{"type":"x","name":"y","schedule":"* * * * *"}"#, .scheduled),
        (#"{"type":"x","name":"y","schedule":"* * * * *","firedBy":3}"#, .scheduled),
    ])
    func `an op is known by what it asks for`(text: String, op: SessionOp) throws {
        #expect(try SessionOp(Payload(bytes: Array(text.utf8))) == op)
    }

    @Test(arguments: [
        #"{"hub":"hello","name":"x"}"#, #"{"hub":"announce","present":true}"#, #"{"type":"replay"}"#,
        #"{"type":"rollcall"}"#, #"{"type":"x","persist":false}"#,
    ])
    func `what no log can hold is refused`(text: String) {
        #expect(throws: SessionOp.Impossible.self) { try SessionOp(Payload(bytes: Array(text.utf8))) }
    }

    @Test func `an op larger than a message is refused`() {
        let text = #"{"type":"x","b":"\#(String(repeating: "b", count: MessageLimits.message))"}"#
        #expect(
            throws: SessionOp.Impossible(reason: "it has \(text.utf8.count) bytes, and a hub takes 524288")
        ) {
            try SessionOp(Payload(bytes: Array(text.utf8)))
        }
    }
}
