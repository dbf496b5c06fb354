import Testing
import YCRDT

struct YMapTests {
    @Test func `a key has the value that was set last`() throws {
        let doc = YDoc(clientID: 1)
        let map = doc.map("map")
        doc.edit {
            map.set("a", 1)
            map.set("a", .bytes([1]))
            map.set("b", .undefined)
            map.set("c", "x")
            map.remove("c")
            map.remove("never")
        }
        #expect(Set(map.keys) == ["a", "b"] && map["a"]?.value == .bytes([1]) && map["c"] == nil)
        let copy = YDoc(clientID: 2)
        try copy.apply(doc.encodeStateAsUpdate())
        #expect(copy.map("map").json == ["a": .bytes([1]), "b": .undefined])
        copy.edit { copy.map("map").set("c", "again") }
        #expect(copy.map("map")["c"]?.value == "again")
    }
}
