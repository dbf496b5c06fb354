import TestSupport
import Testing
import YCRDT

struct YDocApplyingTests {
    /// Updates that depend on each other, by three clients.
    private func history() throws -> (updates: [[UInt8]], text: String) {
        let docs = (1...3).map { YDoc(clientID: ClientID($0)) }
        var updates: [[UInt8]] = []
        for round in 0..<12 {
            let doc = docs[round % 3]
            let update = doc.edit {
                doc.text("text").insert("\(round)", at: doc.text("text").length / 2)
                if round % 4 == 3 { doc.text("text").delete(at: 0, length: 1) }
            }
            updates.append(update)
            for other in docs where other !== doc { try other.apply(update) }
        }
        return (updates, docs[0].text("text").string)
    }

    @Test func `updates in any order make the same document, and nothing is left waiting`() throws {
        let (updates, text) = try history()
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let doc = YDoc(clientID: 9)
            for update in updates.shuffled(using: &random) { try doc.apply(update) }
            #expect(doc.text("text").string == text && !doc.isIncomplete)
        }
    }

    @Test func `what waits is in the whole update, so that a peer may use it`() throws {
        let (updates, text) = try history()
        let doc = YDoc(clientID: 9)
        for update in updates.dropFirst() { try doc.apply(update) }
        #expect(doc.isIncomplete && doc.text("text").string == "")
        let peer = YDoc(clientID: 8)
        try peer.apply(updates[0])
        try peer.apply(doc.encodeStateAsUpdate(from: peer.stateVector))
        #expect(peer.text("text").string == text)
    }

    @Test func `the same update that waits twice takes the room of one`() throws {
        let (updates, _) = try history()
        var limits = UpdateLimits()
        limits.pendingUpdates = 1
        let doc = YDoc(clientID: 9, limits: limits)
        for _ in 0..<10 { #expect(try !doc.apply(updates[1]).isCutShort) }
        #expect(try doc.apply(updates[2]).isCutShort)
    }

    @Test func `ranges of what isn't there yet are deleted when it comes`() throws {
        let one = YDoc(clientID: 1)
        let insert = one.edit { one.text("text").insert("hello", at: 0) }
        let more = one.edit { one.text("text").insert(" world", at: 5) }
        let delete = one.edit { one.text("text").delete(at: 3, length: 5) }
        let doc = YDoc(clientID: 9)
        #expect(try !doc.apply(delete).isComplete)
        try doc.apply(insert)
        #expect(doc.text("text").string == "hel" && doc.isIncomplete)
        try doc.apply(more)
        #expect(doc.text("text").string == "helrld" && !doc.isIncomplete)
    }
}
