import Testing
import YCRDT
import YSync

@testable import Rooms

struct OpenDocumentTests {
    private let ada = MemberID(1)
    private let bob = MemberID(2)

    private func update(_ client: UInt64, _ text: String) -> [UInt8] {
        let doc = YDoc(clientID: client)
        return SyncMessage.update(doc.edit { doc.text("text").insert(text, at: 0) }).encoded()
    }

    private func awareness(_ client: UInt64, _ json: String) -> [UInt8] {
        var states = Awareness(localClient: client)
        return SyncMessage.awareness(states.setLocalState(Array(json.utf8), atMs: 0)).encoded()
            .replacingClock()
    }

    private func hear(
        _ document: OpenDocument, _ body: [UInt8], _ member: MemberID, _ participant: String,
        isUnknown: Bool = false
    ) throws -> SyncPeer.Outcome {
        try document.hear(body, from: member, participant, isUnknown: isUnknown, at: 0)
    }

    @Test func `[DO5] an id is that of who wrote under it last, as long as the connection is there`() throws {
        let document = try OpenDocument(nil, limits: UpdateLimits())
        for member in [ada, bob] { _ = document.open(for: member) }
        #expect(try hear(document, update(7, "x"), ada, "a").writers == [7])
        #expect(throws: SyncPeer.Refusal.foreignWriter(7)) {
            try hear(document, update(7, "xyz"), bob, "b")
        }
        // Another connection of the same participant is no stranger.
        #expect(try hear(document, update(7, "xyz"), bob, "a").writers == [7])
        #expect(throws: SyncPeer.Refusal.foreignWriter(7)) {
            try hear(document, update(7, "xyzuv"), ada, "c")
        }
        _ = document.close(bob, at: 0)
        #expect(try hear(document, update(7, "xyzuv"), ada, "c").writers == [7])
    }

    @Test func `[DO6] a stock client that came back may go on under its id`() throws {
        let document = try OpenDocument(nil, limits: UpdateLimits())
        for member in [ada, bob] { _ = document.open(for: member) }
        _ = try hear(document, update(7, "x"), ada, "one", isUnknown: true)
        #expect(try hear(document, update(7, "xyz"), bob, "two", isUnknown: true).writers == [7])
        #expect(throws: SyncPeer.Refusal.foreignWriter(7)) {
            try hear(document, update(7, "xyzuv"), ada, "a member")
        }
    }

    @Test func `[DO9] what was taken piece by piece is opened again, though it is more than may come`()
        throws
    {
        var limits = UpdateLimits()
        limits.contentBytes = 1_000
        limits.pendingUpdates = 1
        let full = try OpenDocument(nil, limits: limits)
        _ = full.open(for: ada)
        var taken = 0
        for client in 10..<40 as Range<UInt64> {
            do {
                _ = try hear(full, update(client, String(repeating: "x", count: 40)), ada, "a")
                taken += 1
            } catch let refusal as SyncPeer.Refusal {
                #expect(refusal == .invalid(.tooManyBytes(limit: 1_000)))
            }
        }
        #expect((5..<30).contains(taken))
        let again = try OpenDocument(full.doc.encodeStateAsUpdate(), limits: limits)
        #expect(again.doc.text("text").length == taken * 40)
        _ = again.open(for: ada)
        #expect(throws: SyncPeer.Refusal.self) {
            try hear(again, update(50, String(repeating: "x", count: 300)), ada, "a")
        }
    }

    @Test func `[DO8] who brought a state takes it along, and what is not renewed goes`() throws {
        let document = try OpenDocument(nil, limits: UpdateLimits())
        for member in [ada, bob] { _ = document.open(for: member) }
        #expect(try hear(document, awareness(7, "{}"), ada, "a").toAll != nil)
        #expect(try hear(document, awareness(8, "{}"), bob, "b").toAll != nil)
        #expect(document.hasStates && document.awareness.states.keys.sorted() == [7, 8])
        #expect(document.close(ada, at: 0) != nil)
        #expect(document.awareness.states.keys.sorted() == [8])
        #expect(document.expire(at: 29_999) == nil)
        #expect(document.expire(at: 30_000) != nil && !document.hasStates)
        #expect(document.close(bob, at: 0) == nil)
    }
}

extension [UInt8] {
    /// An awareness message of one client with the clock 1: a first one has 0, which says nothing.
    fileprivate func replacingClock() -> [UInt8] {
        var copy = self
        copy[4] = 1
        return copy
    }
}
