import TestSupport
import Testing
import YCRDT

struct UndoHistoryTests {
    private let doc = YDoc(clientID: 1)
    private let other = YDoc(clientID: 2)

    private func history(_ scope: SharedReference? = nil) -> UndoHistory {
        UndoHistory(doc, scope: [scope ?? doc.text("text").reference], origins: ["me"])
    }

    private func type(_ text: String, at index: Int) {
        doc.edit(origin: "me") { doc.text("text").insert(text, at: index) }
    }

    @Test func `[U63] undo takes back one's own and leaves what others typed`() throws {
        let history = history()
        type("mine ", at: 0)
        try other.apply(doc.encodeStateAsUpdate())
        try doc.apply(other.edit { other.text("text").insert("theirs", at: 5) }, origin: "them")
        let update = history.undo()
        #expect(doc.text("text").string == "theirs")
        try other.apply(update)
        #expect(other.text("text").string == "theirs")
        try other.apply(history.redo())
        #expect(doc.text("text").string == "mine theirs" && other.text("text").string == "mine theirs")
    }

    @Test func `[U64] edits of two in turn, undone by one, leave the other's untouched`() throws {
        let history = history()
        try other.apply(doc.edit { doc.text("text").insert("|", at: 0) })
        for round in 0..<10 {
            history.nowMs = Int64(round) * 100
            type("a", at: 0)
            try other.apply(doc.encodeStateAsUpdate())
            try doc.apply(other.edit { other.text("text").insert("B", at: other.text("text").length / 2) })
        }
        while history.canUndo { try other.apply(history.undo()) }
        #expect(doc.text("text").string.filter { $0 == "B" }.count == 10)
        #expect(!doc.text("text").string.contains("a"))
        while history.canRedo { try other.apply(history.redo()) }
        #expect(doc.text("text").string.filter { $0 == "a" }.count == 10)
        #expect(other.text("text").string == doc.text("text").string)
    }

    @Test func `[U66] what was deleted comes back at its place, with all that was in it`() throws {
        let history = history(doc.map("map").reference)
        doc.edit {
            let list = doc.map("map").set("list", YArray.self)
            list?.append([1, 2])
            list?.insert(YText.self, at: 2)?.insert("deep", at: 0)
        }
        doc.edit(origin: "me") { doc.map("map").remove("list") }
        #expect(doc.map("map").json == [:])
        try other.apply(doc.encodeStateAsUpdate())
        try other.apply(history.undo())
        #expect(doc.map("map").json == ["list": [1, 2, "deep"]])
        #expect(other.map("map").json == doc.map("map").json)
    }

    @Test func `edits close in time are undone together, others one by one`() {
        let history = history()
        for (text, time) in [("a", 0), ("b", 499), ("c", 1000), ("d", 1100)] as [(String, Int64)] {
            history.nowMs = time
            if text == "d" { history.stopCapturing() }
            type(text, at: doc.text("text").length)
        }
        var seen: [String] = []
        while history.canUndo {
            _ = history.undo()
            seen.append(doc.text("text").string)
        }
        #expect(seen == ["abc", "ab", ""])
        #expect(history.undo() == [])
    }

    @Test func `a new edit ends what could be done again, and edits outside are nobody's to undo`() {
        let history = history()
        type("a", at: 0)
        _ = history.undo()
        #expect(history.canRedo)
        doc.edit(origin: "else") { doc.text("text").insert("x", at: 0) }
        doc.edit(origin: "me") { doc.text("elsewhere").insert("y", at: 0) }
        #expect(history.canRedo && !history.canUndo)
        type("b", at: 0)
        #expect(!history.canRedo && history.canUndo)
        history.stop()
        type("c", at: 0)
        _ = history.undo()
        #expect(doc.text("text").string == "cx")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `undoing all and doing it again is where it was, whatever was done`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let history = history()
        for _ in 0..<40 {
            history.stopCapturing()
            let text = doc.text("text")
            doc.edit(origin: "me") {
                if random.chance(60) || text.length == 0 {
                    text.insert(random.pick(["a", "bcd", "xy"]), at: random.below(text.length + 1))
                } else {
                    text.delete(at: random.below(text.length), length: 1 + random.below(3))
                }
            }
        }
        let end = doc.text("text").string
        while history.canUndo { try other.apply(history.undo()) }
        #expect(doc.text("text").string == "")
        while history.canRedo { try other.apply(history.redo()) }
        #expect(doc.text("text").string == end)
        try other.apply(doc.encodeStateAsUpdate())
        #expect(other.text("text").string == end)
    }

    @Test func `a document and its undo history go when nobody has them any more`() {
        weak var seen: YDoc?
        do {
            let doc = YDoc(clientID: 7)
            let text = doc.text("text")
            let history = UndoHistory(doc, scope: [text.reference], origins: ["me"])
            doc.edit(origin: "me") { text.insert("a", at: 0) }
            #expect(history.canUndo)
            seen = doc
        }
        #expect(seen == nil)
    }
}
