import TestSupport
import Testing
import YCRDT

struct YDocDeletingTests {
    @Test func `many ranges at once delete what each alone would`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<20 {
            let doc = YDoc(clientID: 1)
            let text = (0..<400).map { _ in random.pick(["a", "b", "äö", "日"]) }.joined()
            doc.edit { doc.text("text").insert(text, at: 0) }
            var set = DeleteSet()
            set.insert(
                (0..<60).map { _ in
                    let start = Clock(random.below(text.utf16.count - 4))
                    return start..<start + Clock(random.below(4))
                }, of: 1)
            try doc.apply([0] + set.encoded())
            let left = text.utf16.enumerated().filter {
                !set.contains(ItemID(client: 1, clock: Clock($0.offset)))
            }
            #expect(doc.text("text").string == String(decoding: left.map(\.element), as: UTF16.self))
            #expect(doc.deleteSet == set)
        }
    }

    @Test func `what is put into what was deleted meanwhile is deleted`() throws {
        let one = YDoc(clientID: 1)
        let two = YDoc(clientID: 2)
        let start = one.edit { _ = one.map("map").set("list", YArray.self) }
        try two.apply(start)
        let remove = one.edit { one.map("map").remove("list") }
        let insert = two.edit { two.map("map")["list"]?.shared(as: YArray.self)?.insert([1], at: 0) }
        try one.apply(insert)
        try two.apply(remove)
        #expect(one.map("map").json == [:] && two.map("map").json == [:])
        #expect(one.encodeStateAsUpdate() == two.encodeStateAsUpdate())
    }
}
