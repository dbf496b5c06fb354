import Testing
import YCRDT

struct YDocTests {
    @Test func `an edit comes back as an update that makes another document the same`() throws {
        let one = YDoc(clientID: 1)
        let two = YDoc(clientID: 2)
        let update = one.edit { one.text("text").insert("hello", at: 0) }
        #expect(try two.apply(update) == applied(didChange: true))
        #expect(two.text("text").string == "hello" && two.stateVector == StateVector([1: 5]))
        #expect(try two.apply(update).didChange == false)
        #expect(two.latestWriters.isEmpty)
        #expect(one.edit {} == [])
    }

    private func applied(didChange: Bool) throws -> AppliedUpdate {
        let doc = YDoc(clientID: 9)
        return try doc.apply(HandWritten.block(client: 5, clock: 0, count: 1) { $0.firstText("a") })
    }

    @Test func `an edit inside an edit is a part of it`() {
        let doc = YDoc(clientID: 1)
        var inner: [UInt8] = [1]
        let outer = doc.edit {
            doc.text("text").insert("a", at: 0)
            inner = doc.edit { doc.text("text").insert("b", at: 1) }
        }
        #expect(inner == [])
        #expect(outer == HandWritten.block(client: 1, clock: 0, count: 1) { $0.firstText("ab") })
    }

    @Test func `someone else under one's own id is noticed`() throws {
        let doc = YDoc(clientID: 5)
        let update = HandWritten.block(client: 5, clock: 0, count: 1) { $0.firstText("a") }
        #expect(try doc.apply(update).isClientIDTaken)
        #expect(try !doc.apply(update).isClientIDTaken)
    }

    @Test func `what is known of an update is told before it is applied`() throws {
        let one = YDoc(clientID: 1)
        let two = YDoc(clientID: 2)
        let insert = one.edit { one.text("text").insert("hello", at: 0) }
        let delete = one.edit { one.text("text").delete(at: 1, length: 2) }
        for update in [insert, delete] {
            let summary = try UpdateSummary(of: update)
            #expect(!two.knows(summary))
            try two.apply(update)
            #expect(two.knows(summary))
        }
    }
}
