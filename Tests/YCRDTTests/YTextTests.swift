import Testing
import YCRDT

struct YTextTests {
    @Test(arguments: ["😀", "👩‍👩‍👧", "e\u{301}", "עברית", "a\u{10FFFF}b"])
    func `[U62] positions are UTF-16 units, whatever is between them`(inserted: String) throws {
        let doc = YDoc(clientID: 1)
        let text = doc.text("text")
        doc.edit {
            text.insert("[]", at: 0)
            text.insert(inserted, at: 1)
        }
        #expect(text.length == 2 + inserted.utf16.count && text.string == "[" + inserted + "]")
        doc.edit { text.insert("!", at: 1 + inserted.utf16.count) }
        #expect(text.string == "[" + inserted + "!]")
        doc.edit { text.delete(at: 1, length: inserted.utf16.count) }
        #expect(text.string == "[!]")
    }

    @Test func `[U62] a cut surrogate pair becomes two U+FFFD for everyone`() throws {
        let doc = YDoc(clientID: 1)
        let other = YDoc(clientID: 2)
        try other.apply(doc.edit { doc.text("text").insert("a😀b", at: 0) })
        try other.apply(doc.edit { doc.text("text").insert("X", at: 2) })
        #expect(doc.text("text").string == "a\u{FFFD}X\u{FFFD}b")
        #expect(other.text("text").string == doc.text("text").string && other.text("text").length == 5)
    }

    @Test func `[U60] a paste of 200 kB is one struct, and what is behind it stays behind it`() throws {
        let doc = YDoc(clientID: 1)
        let paste = String(repeating: "line of text\n", count: 16_000)
        doc.edit { doc.text("text").insert("()", at: 0) }
        let update = doc.edit { doc.text("text").insert(paste, at: 1) }
        #expect(update.count < paste.utf8.count + 30)
        #expect(doc.structCount == 3 && doc.text("text").string == "(" + paste + ")")
        doc.edit { doc.text("text").insert("!", at: 1 + paste.utf16.count) }
        #expect(doc.text("text").string.hasSuffix("\n!)"))
    }
}
