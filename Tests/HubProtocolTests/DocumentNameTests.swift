import Testing

@testable import HubProtocol

struct DocumentNameTests {
    @Test(arguments: ["a", "tools/clock", "/", "..", "é😀", "__proto__", String(repeating: "x", count: 192)])
    func `[DO1] a name is data`(_ text: String) throws {
        let name = try #require(DocumentName(text))
        #expect(name.text == text)
        #expect(DocumentName(ofType: "document", stored: name.stored) == name)
    }

    @Test(arguments: ["", "a\nb", "a\u{7F}", "\u{2}", String(repeating: "x", count: 193)])
    func `[DO1] a name out of bounds is none`(_ text: String) {
        #expect(DocumentName(text) == nil)
    }

    @Test func `names that look alike are two`() {
        #expect(DocumentName("e\u{301}") != DocumentName("\u{E9}"))
    }

    @Test func `[DO4] only the hub's own name makes an op an update`() {
        #expect(DocumentName(ofType: "document", stored: "a") == nil)
        #expect(DocumentName(ofType: "document", stored: nil) == nil)
        #expect(DocumentName(ofType: "note", stored: "\u{2}a") == nil)
    }
}
