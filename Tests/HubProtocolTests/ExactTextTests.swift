import Testing

@testable import HubProtocol

@Suite struct ExactTextTests {
    /// One letter in one code point and in two.
    private let one = "\u{E9}"
    private let two = "e\u{301}"

    @Test func `texts are equal by their bytes, whatever Unicode calls equivalent`() {
        #expect(one == two)
        #expect(ExactText(one) != ExactText(two))
        #expect(Set([ExactText(one), ExactText(two), ExactText(one)]).count == 2)
        #expect(ExactText("a") == ExactText("a") && ExactText("") == ExactText(""))
        #expect(ExactText("a") != ExactText("aa") && ExactText("") != ExactText("a"))
    }

    @Test func `[CN2] rooms are equal by their bytes`() {
        #expect(RoomName(one) != RoomName(two))
        #expect(Set([RoomName(one), RoomName(two), RoomName(one)]).count == 2)
    }

    @Test func `[OP7] named ops are equal by their bytes`() {
        func key(_ type: String, _ name: String) -> NamedKey { NamedKey(type: type, name: name) }
        #expect(key(one, "n") != key(two, "n") && key("t", one) != key("t", two))
        #expect(Set([key("t", one), key("t", two), key("t", one)]).count == 2)
    }

    @Test func `[ID4] what recognises a re-send is equal by its bytes`() {
        func key(_ client: String, _ id: String) -> ResendKey {
            ResendKey(participant: "p", client: client, id: id)
        }
        #expect(key(one, "1") != key(two, "1") && key("c", one) != key("c", two))
        #expect(key("c", "1") == key("c", "1") && key("c", "1").hashValue == key("c", "1").hashValue)
        #expect(Set([key("c", one), key("c", two), key("c", one)]).count == 2)
    }
}
