import TestSupport
import Testing
import YCRDT

struct YDocListsTests {
    /// What is remembered of places must never be wrong: local edits, remote ones and deletes in turn,
    /// against a plain list.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `places are found as in a plain list, whoever edits`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let own = YDoc(clientID: 1)
        let other = YDoc(clientID: 2)
        var units: [UInt16] = []
        for _ in 0..<300 {
            let doc = random.chance(70) ? own : other
            let text = doc.text("text")
            let update = doc.edit {
                if random.chance(60) || units.isEmpty {
                    let at = random.below(units.count + 1)
                    let new = random.pick(["a", "bc", "日本", "def"])
                    text.insert(new, at: at)
                    units.insert(contentsOf: Array(new.utf16), at: at)
                } else {
                    let at = random.below(units.count)
                    let length = min(1 + random.below(4), units.count - at)
                    text.delete(at: at, length: length)
                    units.removeSubrange(at..<at + length)
                }
            }
            try (doc === own ? other : own).apply(update)
            #expect(own.text("text").string == String(decoding: units, as: UTF16.self))
        }
        #expect(other.text("text").string == own.text("text").string)
    }

    @Test func `typing in the middle of a long text costs no more than at its end`() {
        let doc = YDoc(clientID: 1)
        // Thousands of structs, which a place looked for from the start would all pass.
        for index in 0..<3000 { doc.edit { doc.text("text").insert("ab", at: index) } }
        let structs = doc.structCount
        #expect(structs > 2000)
        let time = processorTime {
            for index in 0..<3000 { doc.edit { doc.text("text").insert("x", at: 1500 + index) } }
        }
        #expect(time < .seconds(3))
        #expect(doc.text("text").length == 9000)
    }
}
