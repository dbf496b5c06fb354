import HubProtocol
import Testing

/// The same letter in two ways: one scalar, and a letter with an accent behind it.
private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

@Suite struct ExactTextTests {
    @Test func `[OP7] names that only look alike are different names`() throws {
        #expect(composed == decomposed)
        #expect(RoomName(composed) != RoomName(decomposed))
        #expect(NamedKey(type: "note", name: composed) != NamedKey(type: "note", name: decomposed))
        #expect(NamedKey(type: composed, name: "n") != NamedKey(type: decomposed, name: "n"))
        let keys = [composed, decomposed].map { ResendKey(participant: "p", client: "c", id: $0) }
        #expect(keys[0] != keys[1])
        #expect(Set(keys).count == 2)
    }

    @Test func `equal names are equal, and hash alike`() throws {
        #expect(try #require(RoomName(composed)) == #require(RoomName(composed)))
        #expect(Set([NamedKey(type: "a", name: "b"), NamedKey(type: "a", name: "b")]).count == 1)
    }
}
