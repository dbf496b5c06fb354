import HubProtocol
import Testing

@Suite struct ToolAddressTests {
    private func decode(_ members: String) throws -> ClientMessage {
        try MessageCodec.decode(Array(#"{"type":"import"\#(members)}"#.utf8))
    }

    private func address(_ room: String, _ tool: String) throws -> ToolAddress {
        ToolAddress(room: try #require(RoomName(room)), tool: tool)
    }

    @Test func `[IM1] a tool of another room is named by name or by text`() throws {
        #expect(
            try decode(#","text":"lobby::clock","id":"i""#) == .importTool(address("lobby", "clock"), id: "i")
        )
        #expect(
            try decode(#","name":"a b::c::d","text":"x""#) == .importTool(address("a b", "c::d"), id: nil))
        #expect(try decode(#","name":"","text":"a:::b""#) == .importTool(address("a", ":b"), id: nil))
    }

    @Test(arguments: [
        "", #","text":7"#, #","text":"""#, #","text":"lobby""#, #","text":"lobby:clock""#,
        #","text":"::clock""#,
        #","text":"lobby::""#, #","text":"a/b::c""#, #","text":"a::\u0001b""#,
    ])
    func `[IM1] what names none is bad_op`(members: String) {
        let error = #expect(throws: ProtocolError.self) { try decode(members) }
        #expect(error?.code == .badOp)
    }

    @Test func `[OP7] addresses are compared by their bytes`() throws {
        #expect(try address("a", "\u{E9}") != address("a", "e\u{301}"))
        #expect(try Set([address("a", "b"), address("a", "b")]).count == 1)
    }
}
