import Testing
import YCRDT

struct SharedReferenceTests {
    @Test func `a root is one and the same, whenever it is asked for`() {
        let doc = YDoc(clientID: 1)
        #expect(doc.text("a") == doc.text("a") && doc.text("a") != doc.text("b"))
        #expect(doc.rootNames == ["a", "b"])
        #expect(doc.text("a").reference.kind == .text)
    }

    @Test func `a type that was deleted and forgotten gives nothing and takes nothing`() {
        let doc = YDoc(clientID: 1)
        var text: YText?
        doc.edit {
            text = doc.map("map").set("t", YText.self)
            text?.insert("abc", at: 0)
        }
        #expect(text?.string == "abc" && text?.reference.isAlive == true)
        doc.edit { doc.map("map").remove("t") }
        #expect(text?.string == "" && text?.length == 0 && text?.reference.isAlive == false)
        #expect(doc.edit { text?.insert("x", at: 0) } == [])
        // Another that takes its place is another.
        doc.edit { _ = doc.map("map").set("u", YText.self)?.insert("new", at: 0) }
        #expect(text?.string == "" && text?.reference.isAlive == false)
    }
}
