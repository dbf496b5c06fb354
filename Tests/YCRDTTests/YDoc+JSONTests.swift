import Testing
import YCRDT

@Suite struct YDocJSONTests {
    /// The document as somebody has it who was told of it, and knows no root.
    private func told(_ doc: YDoc) throws -> YDoc {
        let other = YDoc(clientID: 9)
        try other.apply(doc.encodeStateAsUpdate())
        return other
    }

    @Test func `roots are shown as what they look like, though nobody said what they are`() throws {
        let doc = YDoc(clientID: 1)
        doc.edit {
            doc.text("text").insert("hé😀", at: 0, attributes: ["bold": true])
            doc.map("map").set("a", 1)
            _ = doc.map("map").set("in", YText.self)
            doc.array("array").append([1, "two", .null])
            _ = doc.array("array").insert(YMap.self, at: 3)
            _ = doc.xmlFragment("xml").insertElement("p", at: 0)
            doc.text("embed").insertEmbed(["image": "i"], at: 0, attributes: nil)
            doc.text("gone").insert("x", at: 0, attributes: nil)
            doc.text("gone").delete(at: 0, length: 1)
        }
        let expected: AnyValue = [
            "text": "hé😀", "map": ["a": 1, "in": ""], "array": [1, "two", .null, [:]],
            "xml": .string(doc.xmlFragment("xml").xml), "embed": "",
        ]
        #expect(try told(doc).json == expected)
        // Whoever made it knows what the empty one is.
        #expect(doc.json?["gone"] == "")
        #expect(try told(YDoc(clientID: 1)).json == [:])
    }

    @Test func `a document that is nested too deep is not shown, and costs no stack`() throws {
        for (depth, isShown) in [(128, true), (129, false), (60_000, false)] {
            let doc = YDoc(clientID: 1)
            doc.edit {
                var array = doc.array("deep")
                for _ in 0..<depth {
                    guard let next = array.insert(YArray.self, at: 0) else { return }
                    array = next
                }
            }
            #expect((try told(doc).json != nil) == isShown)
        }
    }
}
