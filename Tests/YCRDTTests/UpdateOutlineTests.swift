import Testing
import YCRDT

struct UpdateOutlineTests {
    @Test func `a client that appears twice is refused`() {
        let update = HandWritten.update { writer in
            writer.number(2)
            for _ in 0..<2 {
                writer.raw([1, 5, 0])
                writer.firstText("a")
            }
            writer.number(0)
        }
        #expect(throws: UpdateError.clientTwice(5)) { try YDoc(clientID: 1).apply(update) }
    }

    @Test func `bytes behind the end are refused`() {
        #expect(throws: UpdateError.trailingBytes(count: 1)) { try YDoc(clientID: 1).apply([0, 0, 0]) }
    }

    @Test func `more structs than are taken are refused`() {
        var limits = UpdateLimits()
        limits.structsPerUpdate = 2
        let update = HandWritten.block(client: 5, clock: 0, count: 3) { $0.raw([0, 1, 0, 1, 0, 1]) }
        #expect(throws: UpdateError.tooManyStructs(limit: 2)) {
            try YDoc(clientID: 1, limits: limits).apply(update)
        }
        #expect(throws: Never.self) { try YDoc(clientID: 1).apply(update) }
    }

    @Test func `a summary says what is written by whom, and deleted`() throws {
        let doc = YDoc(clientID: 5)
        let first = doc.edit { doc.text("text").insert("hello", at: 0) }
        let second = doc.edit { doc.text("text").delete(at: 1, length: 2) }
        #expect(try UpdateSummary(of: first).clocks == [5: 0..<5])
        #expect(try UpdateSummary(of: second).deletes.ranges == [5: [1..<3]])
        #expect(try UpdateSummary(of: Updates.empty).isEmpty)
    }
}
