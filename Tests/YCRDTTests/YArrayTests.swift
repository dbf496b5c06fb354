import Testing
import YCRDT

struct YArrayTests {
    @Test func `values are inserted, read and deleted by their places`() {
        let doc = YDoc(clientID: 1)
        let array = doc.array("array")
        doc.edit {
            array.append([1, "two", [3, 4]])
            array.insert([.bytes([5]), true], at: 1)
            array.delete(at: 0)
            array.insert([.null], at: 99)
        }
        #expect(array.json == [.bytes([5]), true, "two", [3, 4], .null] && array.count == 5)
        doc.edit { array.delete(at: 1, count: 100) }
        #expect(array.json == [.bytes([5])])
    }

    @Test func `shared types are elements like values`() throws {
        let doc = YDoc(clientID: 1)
        doc.edit {
            doc.array("array").append(["a"])
            doc.array("array").insert(YMap.self, at: 0)?.set("k", 1)
            doc.array("array").insert(YText.self, at: 2)?.insert("t", at: 0)
        }
        let copy = YDoc(clientID: 2)
        try copy.apply(doc.encodeStateAsUpdate())
        #expect(copy.array("array").json == [["k": 1], "a", "t"])
        #expect(copy.array("array").values[0].shared(as: YMap.self)?.keys == ["k"])
        #expect(copy.array("array").values[0].shared(as: YText.self) == nil)
    }
}
