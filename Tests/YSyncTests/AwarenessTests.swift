import Testing
import YCRDT
import YSync

struct AwarenessTests {
    private func json(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func update(_ entries: [(client: UInt64, clock: UInt64, state: String)]) -> [UInt8] {
        var writer = ByteWriter()
        writer.number(entries.count)
        for entry in entries {
            writer.number(entry.client)
            writer.number(entry.clock)
            writer.string(entry.state)
        }
        return writer.bytes
    }

    @Test func `a newer state is taken, an old one is not, and the same again is a renewal`() throws {
        var awareness = Awareness()
        let first = try awareness.apply(update([(5, 1, "{\"n\":1}")]), atMs: 0)
        #expect(first.added == [5])
        let again = try awareness.apply(update([(5, 1, "{\"n\":2}")]), atMs: 0)
        #expect(again.isEmpty)
        let renewed = try awareness.apply(update([(5, 2, "{\"n\":1}")]), atMs: 0)
        #expect(renewed.renewed == [5])
        let updated = try awareness.apply(update([(5, 3, "{\"n\":3}")]), atMs: 0)
        #expect(updated.updated == [5] && awareness.states == [5: json("{\"n\":3}")])
        let removed = try awareness.apply(update([(5, 3, "null")]), atMs: 0)
        #expect(removed.removed == [5] && awareness.states.isEmpty)
        let late = try awareness.apply(update([(5, 3, "{}")]), atMs: 0)
        #expect(late.isEmpty)
    }

    @Test func `what is not renewed in thirty seconds goes, and is forgotten after thirty more`() throws {
        var awareness = Awareness()
        _ = try awareness.apply(update([(5, 1, "{}"), (6, 1, "{}")]), atMs: 0)
        _ = try awareness.apply(update([(6, 2, "{}")]), atMs: 15_000)
        #expect(awareness.expire(atMs: 29_999) == [])
        let gone = awareness.expire(atMs: 30_000)
        #expect(gone == [5] && awareness.states.keys.sorted() == [6])
        #expect(awareness.encode([5]) == update([(5, 1, "null")]))
        _ = awareness.expire(atMs: 60_000)
        #expect(awareness.encode([5]) == [0])
    }

    @Test func `nobody takes away the state of who is here`() throws {
        var awareness = Awareness(localClient: 1)
        #expect(awareness.setLocalState(json("{}"), atMs: 0) == update([(1, 0, "{}")]))
        let change = try awareness.apply(update([(1, 7, "null")]), atMs: 1)
        #expect(change.renewed == [1])
        #expect(awareness.encodeAll() == update([(1, 8, "{}")]))
        #expect(awareness.expire(atMs: 1_000_000) == [])
        #expect(awareness.setLocalState(nil, atMs: 2) == update([(1, 9, "null")]))
    }

    @Test func `100,000 ids are refused, and so is what is too large or no JSON`() throws {
        var awareness = Awareness()
        var refused = 0
        for start in 0..<100 {
            let many = (0..<1000).map { (client: UInt64(start * 1000 + $0), clock: UInt64(1), state: "{}") }
            do { _ = try awareness.apply(update(many), atMs: 0) } catch { refused += 1 }
        }
        #expect(refused == 96 && awareness.states.count == 4000)
        let large = "\"" + String(repeating: "x", count: 70_000) + "\""
        #expect(throws: UpdateError.tooManyBytes(limit: 65_536)) {
            var other = Awareness()
            _ = try other.apply(update([(1, 1, large)]), atMs: 0)
        }
        #expect(throws: UpdateError.invalidJSON) {
            var other = Awareness()
            _ = try other.apply(update([(1, 1, "{")]), atMs: 0)
        }
    }
}
