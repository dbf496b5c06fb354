import Testing
import YCRDT

struct YDocCleaningTests {
    @Test func `what is typed on is one struct, and what is deleted leaves none of its text`() {
        let doc = YDoc(clientID: 1)
        for index in 0..<100 { doc.edit { doc.text("text").insert("x", at: index) } }
        #expect(doc.structCount == 1)
        doc.edit { doc.text("text").delete(at: 10, length: 80) }
        #expect(doc.structCount == 3)
        #expect(doc.encodeStateAsUpdate().count < 60)
        doc.edit { doc.text("text").delete(at: 0, length: 20) }
        #expect(doc.structCount == 1)
    }

    @Test func `members of what was deleted become one place in their client's history`() {
        let doc = YDoc(clientID: 1)
        doc.edit {
            let list = doc.map("map").set("list", YArray.self)
            for index in 0..<50 {
                list?.insert([.number(Double(index))], at: 0)
                _ = list?.insert(YMap.self, at: 0)
            }
        }
        #expect(doc.structCount == 101)
        doc.edit { doc.map("map").remove("list") }
        #expect(doc.structCount == 2)
    }

    @Test func `a document that forgets nothing keeps what is deleted`() {
        let doc = YDoc(clientID: 1, collectsGarbage: false)
        doc.edit { doc.text("text").insert("secret", at: 0) }
        doc.edit { doc.text("text").delete(at: 0, length: 6) }
        #expect(String(decoding: doc.encodeStateAsUpdate(), as: UTF8.self).contains("secret"))
    }

    @Test func `texts written over and over take no more room than what is there`() throws {
        var limits = UpdateLimits()
        limits.contentBytes = 1 << 20
        let one = YDoc(clientID: 1)
        let two = YDoc(clientID: 2, limits: limits)
        let text = String(repeating: "0123456789", count: 1000)
        for _ in 0..<500 {
            try two.apply(one.edit { one.text("text").insert(text, at: 0) })
            try two.apply(one.edit { one.text("text").delete(at: 0, length: text.count) })
        }
        #expect(two.text("text").length == 0 && two.structCount <= 500)
    }
}
