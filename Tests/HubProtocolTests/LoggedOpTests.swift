import HubProtocol
import Testing

@Suite struct LoggedOpTests {
    private func op(_ type: String, name: String?) -> LoggedOp {
        LoggedOp(
            seq: .none.next, at: 0, author: Author(id: "a", name: "A"), type: type, name: name, resend: nil,
            payload: Payload(bytes: []))
    }

    @Test func `[TY2] a remove takes the upgrade of its name away`() {
        #expect(op("remove", name: "clock").change == .removes(NamedKey(type: "upgrade", name: "clock")))
    }

    @Test func `a named op becomes the current one of its pair, another changes nothing`() {
        #expect(op("note", name: "n").change == .sets(NamedKey(type: "note", name: "n")))
        #expect(op("note", name: "").change == .sets(NamedKey(type: "note", name: "")))
        #expect(op("comment", name: nil).change == .none)
    }
}
