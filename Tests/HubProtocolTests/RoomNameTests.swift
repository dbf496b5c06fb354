import HubProtocol
import Testing

@Suite struct RoomNameTests {
    @Test(arguments: ["lobby", "__proto__", "constructor", "é", "😀 room", "a.b", "..."])
    func `[CN2] [O5] names are data`(text: String) {
        #expect(RoomName(text)?.text == text)
    }

    @Test(arguments: ["", ".", "..", "a/b", "a\nb", "a\u{0}", "\u{7F}", String(repeating: "x", count: 129)])
    func `[CN2] what would confuse a path or a screen is no name`(text: String) {
        #expect(RoomName(text) == nil)
    }
}
