import HubProtocol
import Testing

@Suite struct OpIdentityTests {
    private func identity(_ text: String) -> OpIdentity? {
        OpIdentity(Payload(bytes: Array(text.utf8)))
    }

    @Test(
        arguments: [
            (#"{"type":"comment"}"#, "comment", nil, nil),
            (#"{"name":"\u0000","id":"7","type":"a"}"#, "a", "\u{0}", "7"),
            (#"{"type":"a","type":"b","name":1,"id":null}"#, "b", nil, nil),
            (#"{"type":"remove","name":"clock","text":"x"}"#, "remove", "clock", nil),
            (#"{"type":"remove","text":"clock"}"#, "remove", "clock", nil),
            (#"{"type":"remove","name":"","text":"clock"}"#, "remove", "clock", nil),
            (#"{"type":"joined","participants":2}"#, "joined", nil, nil),
            (#"{"type":"a","name":"b","id":"7","schedule":"* * * * *"}"#, "a", "\u{1}b", "7"),
            (#"{"type":"a","name":"b","schedule":"no rule"}"#, "a", "\u{1}b", nil),
            (#"{"type":"a","name":"b","schedule":7}"#, "a", "b", nil),
            (#"{"type":"a","name":"b","id":"7","schedule":"","firedBy":9}"#, "a", nil, nil),
            (#"{"type":"a","name":"b","id":"7","firedBy":9}"#, "a", "b", "7"),
        ] as [(String, String, String?, String?)])
    func `[TY2] [SC2] [SC4] an op's type, name and id are read from its bytes`(
        _ text: String, _ type: String, _ name: String?, _ id: String?
    ) {
        #expect(identity(text) == OpIdentity(type: type, name: name, id: id))
    }

    @Test(arguments: ["", "[]", "{}", #"{"type":1}"#, #"{"type":"a""#, #"{"type":"\ud800"}"#])
    func `what is no op has none`(_ text: String) {
        #expect(identity(text) == nil)
    }

    @Test func `[OP7] texts are compared by their bytes`() {
        let one = OpIdentity(type: "\u{E9}", name: "a", id: nil)
        #expect(one != OpIdentity(type: "e\u{301}", name: "a", id: nil))
        #expect(one != OpIdentity(type: "\u{E9}", name: nil, id: nil))
        #expect(one != OpIdentity(type: "\u{E9}", name: "a", id: "b"))
        #expect(Set([one, one]).count == 1)
    }

    @Test(arguments: [
        #"{"type":"a","name":"b"}"#, #"{"type":"remove","text":"clock"}"#, #"{"type":"upgrade","name":"x"}"#,
        #"{"type":"a","id":"7"}"#, #"{"type":"a","name":"b","id":"7","schedule":"* * * * *"}"#,
    ])
    func `it is what the hub took the op for`(_ text: String) throws {
        guard case .op(let op) = try MessageCodec.decode(Array(text.utf8)) else {
            Issue.record("no op")
            return
        }
        #expect(identity(text) == OpIdentity(type: op.type, name: op.name, id: op.id))
    }
}
