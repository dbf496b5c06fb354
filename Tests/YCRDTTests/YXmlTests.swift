import Testing
import YCRDT

struct YXmlTests {
    @Test func `elements, attributes and texts are written as Yjs writes them`() throws {
        let doc = YDoc(clientID: 1)
        doc.edit {
            let element = doc.xmlFragment("xml").insertElement("P", at: 0)
            element?.setAttribute("id", "1")
            element?.setAttribute("gone", "x")
            element?.removeAttribute("gone")
            let text = element?.insertText(at: 0)
            text?.insert("bold plain", at: 0)
            text?.format(at: 0, length: 4, ["b": ["c": "d"]])
            element?.insertElement("br", at: 1)
        }
        let xml = "<p id=\"1\"><b c=\"d\">bold</b> plain<br></br></p>"
        #expect(doc.xmlFragment("xml").xml == xml)
        let copy = YDoc(clientID: 2)
        try copy.apply(doc.encodeStateAsUpdate())
        #expect(copy.xmlFragment("xml").xml == xml)
        copy.edit { copy.xmlFragment("xml").delete(at: 0) }
        #expect(copy.xmlFragment("xml").xml == "" && copy.xmlFragment("xml").count == 0)
    }

    @Test func `a root that is asked for as an element has no name`() {
        let root = YDoc(clientID: 1).root("xml", as: YXmlElement.self)
        #expect(root.name == "" && root.xml == "<></>")
    }
}
