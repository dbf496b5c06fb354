import Testing
import YCRDT

struct UpdatesTests {
    private func typed(_ text: String) -> [[UInt8]] {
        let doc = YDoc(clientID: 5)
        return text.map { character in
            doc.edit { doc.text("text").insert(String(character), at: doc.text("text").length) }
        }
    }

    @Test func `what was typed is one struct when it is merged, in any order`() throws {
        let text = "The quick brown fox"
        let updates = typed(text)
        let whole = HandWritten.block(client: 5, clock: 0, count: 1) { $0.firstText(text) }
        #expect(try Updates.merge(updates) == whole)
        #expect(try Updates.merge(updates.reversed()) == whole)
        #expect(try Updates.merge(updates + updates + [whole]) == whole)
    }

    @Test func `16,000 updates are merged in time that grows with their length`() throws {
        let updates = typed(String(repeating: "x", count: 16_000))
        var merged: [UInt8] = []
        let time = try processorTime { merged = try Updates.merge(updates) }
        #expect(merged.count < 16_050)
        #expect(time < .seconds(5))
    }

    @Test func `where something is missing between two updates, there is a gap`() throws {
        let updates = typed("abcdef")
        let merged = try Updates.merge([updates[0], updates[1], updates[4], updates[5]])
        let doc = YDoc(clientID: 1)
        #expect(try !doc.apply(merged).isComplete)
        #expect(doc.text("text").string == "ab")
        #expect(try doc.apply(try Updates.merge([updates[2], updates[3]])).isComplete)
        #expect(doc.text("text").string == "abcdef" && !doc.isIncomplete)
        #expect(try Updates.stateVector(of: merged) == StateVector([5: 2]))
    }

    @Test func `a difference is what the other lacks, cut inside a struct where need be`() throws {
        let whole = try Updates.merge(typed("a😀bc"))
        for known in 0...5 {
            let doc = YDoc(clientID: 1)
            try doc.apply(try Updates.merge(Array(typed("a😀bc").prefix(known < 2 ? known : known - 1))))
            let difference = try Updates.diff(whole, from: doc.stateVector)
            try doc.apply(difference)
            #expect(doc.text("text").string == "a😀bc")
        }
        #expect(try Updates.diff(whole, from: StateVector([5: 5])) == Updates.empty)
    }

    @Test func `an update that is wrong is refused with what is wrong`() {
        #expect(throws: UpdateError.endsEarly) { try Updates.merge([Updates.empty, [0]]) }
        #expect(throws: UpdateError.trailingBytes(count: 1)) {
            try Updates.diff([0, 0, 0], from: StateVector())
        }
    }
}
