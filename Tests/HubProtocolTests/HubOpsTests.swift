import HubProtocol
import Testing

@Suite struct HubOpsTests {
    private func text(_ payload: Payload) -> String { String(decoding: payload.bytes, as: UTF8.self) }

    @Test func `[PR1] joined and disconnected carry the number present`() {
        #expect(text(HubOps.joined(participants: 2)) == #"{"type":"joined","participants":2}"#)
        #expect(text(HubOps.disconnected(participants: 0)) == #"{"type":"disconnected","participants":0}"#)
    }

    @Test func `[IM2] an imported tool that would be too large is none`() throws {
        let address = ToolAddress(room: try #require(RoomName("r")), tool: "t")
        func imported(_ padding: Int) -> Int? {
            let script = String(repeating: "x", count: padding)
            let tool = Payload(bytes: Array(#"{"type":"upgrade","name":"t","script":"\#(script)"}"#.utf8))
            return HubOps.imported(tool, from: address, seq: .max, id: nil)?.bytes.count
        }
        let frame = try #require(imported(0))
        #expect(imported(MessageLimits.message - frame) == MessageLimits.message)
        #expect(imported(MessageLimits.message - frame + 1) == nil)
    }

    @Test func `[TY5] a rollcall lists who is present`() {
        #expect(text(HubOps.rollcall([])) == #"{"type":"rollcall","participants":[]}"#)
        let people = [
            Participant(author: Author(id: "a", name: "Ada"), connections: 2),
            Participant(author: Author(id: "b", name: "__proto__"), connections: 1),
        ]
        #expect(
            text(HubOps.rollcall(people)) == """
                {"type":"rollcall","participants":[{"id":"a","name":"Ada","connections":2},\
                {"id":"b","name":"__proto__","connections":1}]}
                """)
    }
}
