import Testing

@testable import chatos

struct TextTableTests {
    @Test func `columns stand below each other, and no name can break a line`() {
        var table = TextTable(["room", "n"])
        table.add(["a", "1"])
        table.add(["Zoë\n🎈 x", "22"])
        #expect(table.text == "room     n\na        1\nZoë 🎈 x  22\n")
    }
}
