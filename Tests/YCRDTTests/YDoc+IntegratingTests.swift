import Testing
import YCRDT

struct YDocIntegratingTests {
    /// Each of some clients inserts its texts at one place of the same text; then all get all, in every
    /// order.
    @Test func `who inserts at the same place at the same time comes in the order of the ids`() throws {
        let base = YDoc(clientID: 1)
        let start = base.edit { base.text("text").insert("()", at: 0) }
        let updates = try [(UInt64(30), "ccc"), (10, "aaa"), (20, "bbb")].map { client, text in
            let doc = YDoc(clientID: client)
            try doc.apply(start)
            return doc.edit {
                for (index, character) in text.enumerated() {
                    doc.text("text").insert(String(character), at: 1 + index)
                }
            }
        }
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let doc = YDoc(clientID: 1)
            try doc.apply(start)
            for index in order { try doc.apply(updates[index]) }
            #expect(doc.text("text").string == "(aaabbbccc)")
        }
    }

    @Test func `a struct of which a part is known is taken from there on`() throws {
        let whole = HandWritten.block(client: 5, clock: 0, count: 1) { $0.firstText("a😀bcd") }
        for known in 1...5 {
            let doc = YDoc(clientID: 1)
            let text = ["a", "a😀", "a😀", "a😀b", "a😀bc"][known - 1]
            if known == 2 { continue }
            try doc.apply(HandWritten.block(client: 5, clock: 0, count: 1) { $0.firstText(text) })
            try doc.apply(whole)
            #expect(doc.text("text").string == "a😀bcd" && doc.structCount == 1)
        }
    }

    @Test func `the last of the values that are set at once is that of the highest client`() throws {
        let updates = [3, 1, 2].map { client in
            let doc = YDoc(clientID: ClientID(client))
            return doc.edit { doc.map("map").set("k", .number(Double(client))) }
        }
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let doc = YDoc(clientID: 9)
            for index in order { try doc.apply(updates[index]) }
            #expect(doc.map("map").json == ["k": 3])
        }
    }
}
