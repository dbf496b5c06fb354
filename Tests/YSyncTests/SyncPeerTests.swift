import Testing
import YCRDT
import YSync

struct SyncPeerTests {
    private let doc = YDoc(clientID: 1)

    private func awareness(_ client: UInt64, _ clock: UInt64, _ state: String) -> [UInt8] {
        var writer = ByteWriter()
        writer.number(1)
        writer.number(client)
        writer.number(clock)
        writer.string(state)
        return SyncMessage.awareness(writer.bytes).encoded()
    }

    private func update(client: UInt64, _ text: String) -> [UInt8] {
        let doc = YDoc(clientID: client)
        return SyncMessage.update(doc.edit { doc.text("text").insert(text, at: 0) }).encoded()
    }

    @Test func `two sides are the same after what the protocol says`() throws {
        let other = YDoc(clientID: 2)
        doc.edit { doc.text("text").insert("here", at: 0) }
        other.edit { other.text("text").insert("there", at: 0) }
        var states = Awareness()
        var otherStates = Awareness()
        var server = SyncPeer()
        var client = SyncPeer()
        for message in server.opening(doc, states) {
            let answer = try client.receive(message.encoded(), other, &otherStates, atMs: 0)
            let outcome = try server.receive(try #require(answer.reply).encoded(), doc, &states, atMs: 0)
            #expect(outcome.update != nil && outcome.applied?.isComplete == true)
        }
        for message in client.opening(other, otherStates) {
            let answer = try server.receive(message.encoded(), doc, &states, atMs: 0)
            _ = try client.receive(try #require(answer.reply).encoded(), other, &otherStates, atMs: 0)
        }
        #expect(doc.text("text").string == "herethere" && other.text("text").string == "herethere")
    }

    @Test func `[DO5] nobody writes under an id that is somebody else's`() throws {
        var states = Awareness()
        var peer = SyncPeer()
        #expect(throws: SyncPeer.Refusal.foreignWriter(5)) {
            try peer.receive(update(client: 5, "x"), doc, &states, atMs: 0) { $0 == 5 }
        }
        #expect(doc.stateVector.clocks.isEmpty)
        #expect(try peer.receive(update(client: 6, "x"), doc, &states, atMs: 0) { $0 == 5 }.writers == [6])
        // What is known already may come from anybody.
        #expect(try peer.receive(update(client: 6, "x"), doc, &states, atMs: 0) { $0 == 6 }.isEmpty)
    }

    @Test func `[DO9] who has the document search too long is refused for a while`() throws {
        var limits = SyncPeer.Limits()
        (limits.steps, limits.stepsPerSecond) = (10, 10)
        var states = Awareness()
        var peer = SyncPeer(limits: limits)
        var refused = 0
        // All at one place, each with a greater id than those before: every one passes all of them.
        for client in 2..<20 as Range<UInt64> {
            do throws(SyncPeer.Refusal) {
                _ = try peer.receive(update(client: client, "x"), doc, &states, atMs: 0)
            } catch {
                #expect(error == .tooExpensive)
                refused += 1
            }
        }
        #expect((1..<18).contains(refused))
        #expect(doc.text("text").string.count == 18 - refused)
        #expect(try peer.receive(update(client: 99, "x"), doc, &states, atMs: 60_000).update != nil)
    }

    @Test func `[DO9] what would wait, where too much waits already, is refused`() throws {
        var limits = UpdateLimits()
        limits.pendingUpdates = 2
        let doc = YDoc(clientID: 1, limits: limits)
        var states = Awareness()
        var peer = SyncPeer()
        // The second of two edits waits for the first.
        func late(_ client: UInt64) -> (first: [UInt8], second: [UInt8]) {
            let other = YDoc(clientID: client)
            let updates = (0..<2).map { _ in other.edit { other.text("text").insert("x", at: 0) } }
            return (SyncMessage.update(updates[0]).encoded(), SyncMessage.update(updates[1]).encoded())
        }
        for client in [10, 11] as [UInt64] {
            let outcome = try peer.receive(late(client).second, doc, &states, atMs: 0)
            #expect(outcome.update != nil && outcome.applied?.isComplete == false)
        }
        #expect(throws: SyncPeer.Refusal.tooMuchWaits) {
            try peer.receive(late(12).second, doc, &states, atMs: 0)
        }
        for client in [10, 11] as [UInt64] {
            _ = try peer.receive(late(client).first, doc, &states, atMs: 0)
        }
        #expect(doc.text("text").string == "xxxx")
        #expect(try peer.receive(late(12).second, doc, &states, atMs: 0).update != nil)
    }

    @Test func `[DO9] a document of too many structs takes nothing more`() throws {
        var limits = SyncPeer.Limits()
        limits.structs = 3
        var states = Awareness()
        var peer = SyncPeer(limits: limits)
        for client in 10..<14 as Range<UInt64> {
            _ = try peer.receive(update(client: client, "x"), doc, &states, atMs: 0)
        }
        #expect(throws: SyncPeer.Refusal.invalid(.tooManyStructs(limit: 3))) {
            try peer.receive(update(client: 14, "x"), doc, &states, atMs: 0)
        }
        #expect(doc.structCount == 4)
        // What is known is no more.
        #expect(try peer.receive(update(client: 13, "x"), doc, &states, atMs: 0).isEmpty)
    }

    @Test func `a reader may say what is known, and nothing else`() throws {
        var states = Awareness()
        var reader = SyncPeer(canWrite: false)
        #expect(throws: SyncPeer.Refusal.readOnly) {
            try reader.receive(update(client: 5, "x"), doc, &states, atMs: 0)
        }
        #expect(doc.stateVector.clocks.isEmpty)
        doc.edit { doc.text("text").insert("a", at: 0) }
        let known = SyncMessage.syncStep2(doc.encodeStateAsUpdate()).encoded()
        #expect(try reader.receive(known, doc, &states, atMs: 0).isEmpty)
        let delete = SyncMessage.update([0, 1, 1, 1, 0, 1]).encoded()
        #expect(throws: SyncPeer.Refusal.readOnly) { try reader.receive(delete, doc, &states, atMs: 0) }
        #expect(doc.text("text").string == "a")
    }

    @Test func `who is there goes to all, once, and goes with the connection`() throws {
        var states = Awareness()
        var one = SyncPeer()
        var two = SyncPeer()
        let hello = awareness(5, 1, "{\"name\":\"a\"}")
        let outcome = try one.receive(hello, doc, &states, atMs: 0)
        #expect(outcome.toAll?.encoded() == hello)
        // Stock clients send what they hear back.
        #expect(try two.receive(hello, doc, &states, atMs: 0).isEmpty)
        #expect(two.opening(doc, states).last?.encoded() == hello)
        let query = try two.receive(SyncMessage.queryAwareness.encoded(), doc, &states, atMs: 0)
        #expect(query.reply?.encoded() == hello)
        // Nobody takes away another's.
        #expect(try two.receive(awareness(5, 1, "null"), doc, &states, atMs: 0).isEmpty)
        #expect(two.close(&states, atMs: 1) == nil)
        #expect(one.close(&states, atMs: 1)?.encoded() == awareness(5, 1, "null"))
        #expect(states.states.isEmpty)
    }

    @Test func `a connection speaks for a few, and writes under a bounded number of new ids`() throws {
        var states = Awareness()
        var limits = SyncPeer.Limits()
        limits.awarenessClients = 2
        limits.newWriters = 2
        var peer = SyncPeer(limits: limits)
        for client in [5, 6] as [UInt64] {
            _ = try peer.receive(awareness(client, 1, "{}"), doc, &states, atMs: 0)
            _ = try peer.receive(update(client: client, "x"), doc, &states, atMs: 0)
        }
        #expect(throws: SyncPeer.Refusal.tooManyAwarenessClients(limit: 2)) {
            try peer.receive(awareness(7, 1, "{}"), doc, &states, atMs: 0)
        }
        #expect(throws: SyncPeer.Refusal.tooManyWriters(limit: 2)) {
            try peer.receive(update(client: 7, "x"), doc, &states, atMs: 0)
        }
        #expect(states.states.count == 2 && doc.text("text").length == 2)
    }

    @Test func `[U42] random bytes are refused, or change nothing that can't be told to others`() throws {
        var states = Awareness()
        var peer = SyncPeer()
        var seed: UInt64 = 9
        var refused = 0
        for _ in 0..<5000 {
            let bytes = (0..<Int(seed % 24)).map { _ -> UInt8 in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: seed >> 40) & (seed >> 60 > 7 ? 0xFF : 0x07)
            }
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            do { _ = try peer.receive(bytes, doc, &states, atMs: 0) } catch { refused += 1 }
        }
        #expect(refused > 4000)
        let copy = YDoc(clientID: 3)
        try copy.apply(doc.encodeStateAsUpdate())
    }
}
