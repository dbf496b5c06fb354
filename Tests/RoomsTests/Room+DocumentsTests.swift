import HubProtocol
import Rooms
import Testing
import YCRDT
import YSync

/// Documents in a room: what peers say, what is logged of it, and what they are shown and when.
@Suite struct RoomDocumentsTests {
    private let hub = Harness()
    private let name = DocumentName("notes")!

    // MARK: What peers do

    private func say(_ member: MemberID, _ message: SyncMessage) {
        say(member, bytes: message.encoded())
    }

    private func say(_ member: MemberID, bytes: [UInt8], _ document: DocumentName? = nil) {
        let message = DocumentMessage(name: document ?? name, body: bytes)
        hub.perform(hub.lobby.receive(.document(message), from: member, at: hub.now))
    }

    private func open(_ member: MemberID, _ document: DocumentName? = nil) {
        say(member, bytes: SyncMessage.syncStep1(StateVector()).encoded(), document)
    }

    /// A stock client's connection ([DO6]).
    private func enterSingle(_ number: UInt64) -> MemberID {
        let member = MemberID(number)
        let entry = Entry(
            member: member, participant: "p\(number)", token: "", isNew: true,
            hello: Hello(name: "anonymous", quiet: true), document: name)
        hub.perform(hub.lobby.enter(entry, .lobby, at: hub.now))
        return member
    }

    /// Answers what is to be read of documents with what the durable log has.
    private func load() throws {
        while !hub.loads.isEmpty {
            let load = hub.loads.removeFirst()
            let ops = (hub.logs[load.room]?.durable ?? []).filter { $0.document == load.document }
            let updates = ops.compactMap { DocumentOp($0.payload)?.update }
            let state = updates.isEmpty ? nil : try Updates.merge(updates)
            hub.perform(
                hub.lobby.loaded(
                    load.document, opening: load.opening, in: load.room, state, at: hub.now))
        }
    }

    private func settle() { hub.perform(hub.lobby.settle(at: hub.now)) }

    private func commit() {
        settle()
        hub.commit()
    }

    private func insert(_ doc: YDoc, _ text: String) -> SyncMessage {
        .update(doc.edit { doc.text("text").insert(text, at: 0) })
    }

    /// What a member was told of the document since the last time, without envelopes and hellos.
    private func heard(_ member: MemberID) throws -> [SyncMessage] {
        let messages = hub.inbox.removeValue(forKey: member) ?? []
        return try messages.compactMap { message in
            guard case .document(let message) = message else { return nil }
            return try SyncMessage(decoding: message.body)
        }
    }

    private func errors(_ member: MemberID) -> [ProtocolError] {
        (hub.inbox[member] ?? []).compactMap { message in
            guard case .error(let error) = message else { return nil }
            return error
        }
    }

    private func text(of message: SyncMessage?) throws -> String? {
        let doc = YDoc(clientID: 1)
        switch message {
        case .syncStep2(let update), .update(let update): try doc.apply(update)
        default: return nil
        }
        return doc.text("text").string
    }

    private func logged() -> [LoggedOp] {
        let log = hub.logs[.lobby]
        return ((log?.durable ?? []) + (log?.inFlight ?? [])).filter { $0.document != nil }
    }

    // MARK: Tests

    @Test func `[DO2] a step 1 opens a document: a step 2, the hub's own step 1, and who is there`() throws {
        let ada = hub.enter("Ada", quiet: true)
        open(ada)
        #expect(hub.held.contains(ada))
        #expect(try heard(ada).isEmpty)
        try load()
        #expect(!hub.held.contains(ada))
        #expect(try heard(ada) == [.syncStep2([0, 0]), .syncStep1(StateVector())])
        var states = Awareness(localClient: 5)
        _ = states.setLocalState(Array("{}".utf8), atMs: 0)
        say(ada, .awareness(states.setLocalState(Array("{}".utf8), atMs: 0)))
        let bob = hub.enter("Bob", quiet: true)
        open(bob)
        #expect(hub.loads.isEmpty)
        let told = try heard(bob)
        #expect(told.count == 3)
        guard case .awareness = told[2] else { throw Missing() }
    }

    private struct Missing: Error {}

    @Test func `[DO3] [DO4] nothing of an update is said before it is durable, nor in a step 2`() throws {
        let ada = hub.enter("Ada", quiet: true)
        let bob = hub.enter("Bob", quiet: true)
        open(ada)
        try load()
        _ = try heard(ada)
        say(ada, insert(YDoc(clientID: 7), "hello"))
        #expect(try heard(ada).isEmpty)
        // The room has the text, and a newcomer asks for it.
        open(bob)
        settle()
        #expect(try heard(bob).isEmpty)
        hub.commit()
        let told = try heard(bob)
        #expect(told.count == 3)
        #expect(try told.map { try text(of: $0) } == ["hello", "hello", nil])
        #expect(try text(of: heard(ada).first) == "hello")
        #expect(logged().map(\.author.name) == ["Ada"])
        #expect(logged().map(\.name) == ["\u{2}notes"])
    }

    @Test func `[DO3] updates of one author in one turn become one op; another's come between`() throws {
        let (ada, bob) = (hub.enter("Ada", quiet: true), hub.enter("Bob", quiet: true))
        for member in [ada, bob] { open(member) }
        try load()
        _ = (try heard(ada), try heard(bob))
        let (one, two) = (YDoc(clientID: 7), YDoc(clientID: 8))
        for letter in ["c", "b", "a"] { say(ada, insert(one, letter)) }
        say(bob, insert(two, "x"))
        say(ada, insert(one, "0"))
        commit()
        #expect(logged().map(\.author.name) == ["Ada", "Bob", "Ada"])
        let told = try heard(bob)
        #expect(told.count == 3)
        #expect(try text(of: told.first) == "abc")
        #expect(try heard(ada) == told)
    }

    @Test func `[OP6] an op of the same author keeps its place behind an update`() throws {
        let ada = hub.enter("Ada", quiet: true)
        open(ada)
        try load()
        say(ada, insert(YDoc(clientID: 7), "x"))
        try hub.say(ada, #"{"type":"comment"}"#)
        #expect(hub.logs[.lobby]?.inFlight.map(\.type) == ["document", "comment"])
    }

    @Test func `[DO3] what says nothing new is not logged`() throws {
        let ada = hub.enter("Ada", quiet: true)
        open(ada)
        try load()
        let update = insert(YDoc(clientID: 7), "x")
        for _ in 0..<3 { say(ada, update) }
        say(ada, .syncStep2([0, 0]))
        commit()
        say(ada, update)
        commit()
        #expect(logged().count == 1)
    }

    @Test func `a commit that fails drops the room, and what it had not shown`() throws {
        let ada = hub.enter("Ada", quiet: true)
        open(ada)
        try load()
        say(ada, insert(YDoc(clientID: 7), "kept "))
        commit()
        _ = try heard(ada)
        say(ada, insert(YDoc(clientID: 8), "lost"))
        settle()
        hub.fail()
        #expect(hub.closed[ada] == .storageFailed)
        #expect(try heard(ada).isEmpty)
        let bob = hub.enter("Bob", quiet: true)
        open(bob)
        try load()
        #expect(try text(of: heard(bob).first) == "kept ")
    }

    @Test func `[DO5] a refused update changes nothing and is seen by nobody but its sender`() throws {
        let (ada, bob) = (hub.enter("Ada", quiet: true), hub.enter("Bob", quiet: true))
        for member in [ada, bob] { open(member) }
        try load()
        _ = (hub.inbox.removeValue(forKey: ada), hub.inbox.removeValue(forKey: bob))
        say(ada, bytes: [0, 2, 3, 1, 1, 1])
        #expect(errors(ada).map(\.code) == [.badUpdate])
        #expect(errors(ada).map(\.document) == [name])
        say(ada, insert(YDoc(clientID: 7), "mine"))
        commit()
        _ = (hub.inbox.removeValue(forKey: ada), hub.inbox.removeValue(forKey: bob))
        say(bob, insert(YDoc(clientID: 7), "forged"))
        #expect(errors(bob).count == 1)
        #expect(try heard(ada).isEmpty)
        commit()
        #expect(logged().count == 1)
    }

    @Test func `[DO2] a document that was not opened, or was closed, is not spoken of`() throws {
        let ada = hub.enter("Ada", quiet: true)
        say(ada, insert(YDoc(clientID: 7), "x"))
        #expect(errors(ada).count == 1 && hub.loads.isEmpty)
        open(ada)
        try load()
        say(ada, bytes: [])
        say(ada, insert(YDoc(clientID: 7), "x"))
        #expect(errors(ada).count == 2)
        commit()
        #expect(logged().isEmpty)
    }

    @Test func `[DO2] a member may have so many open`() throws {
        let ada = hub.enter("Ada", quiet: true)
        for number in 0..<65 {
            open(ada, DocumentName("\(number)"))
            try load()
        }
        #expect(errors(ada).map(\.document) == [DocumentName("64")])
        say(ada, bytes: [], DocumentName("0"))
        open(ada, DocumentName("64"))
        #expect(errors(ada).count == 1 && hub.loads.count == 1)
    }

    @Test func `[DO6] [DO7] who is there for one document is told of it alone, and closed when it goes on`()
        throws
    {
        let ada = hub.enter("Ada", quiet: true)
        open(ada)
        let stock = enterSingle(100)
        try load()
        #expect(hub.inbox[stock]?.count == 1)
        #expect(try heard(stock) == [.syncStep1(StateVector())])
        try hub.say(ada, #"{"type":"comment"}"#)
        say(ada, insert(YDoc(clientID: 7), "x"))
        commit()
        // No envelope: the update alone.
        #expect(hub.inbox[stock]?.count == 1)
        #expect(try text(of: heard(stock).first) == "x")
        for _ in 0..<16 {
            #expect(hub.closed[stock] == nil)
            say(stock, bytes: [0, 2, 3, 1, 1, 1])
        }
        #expect(hub.closed[stock] == .documentRefused)
        let denied = try heard(stock)
        #expect(denied.count == 16)
        guard case .permissionDenied = denied[0] else { throw Missing() }
        #expect(hub.lobby.participants(in: .lobby) == 0)
    }

    @Test func `[DO8] who goes is told of, and so is who was not heard of in time`() throws {
        let (ada, bob) = (hub.enter("Ada", quiet: true), hub.enter("Bob", quiet: true))
        for member in [ada, bob] { open(member) }
        try load()
        func state(_ client: UInt64) -> SyncMessage {
            var states = Awareness(localClient: client)
            _ = states.setLocalState(Array("{}".utf8), atMs: 0)
            return .awareness(states.setLocalState(Array("{}".utf8), atMs: 0))
        }
        say(ada, state(5))
        say(bob, state(6))
        _ = (try heard(ada), try heard(bob))
        hub.leave(ada)
        #expect(try heard(bob).count == 1)
        let due = try #require(hub.lobby.nextDue)
        #expect(due <= hub.now + 10_000)
        while hub.now < 42_000, let due = hub.lobby.nextDue {
            hub.now = max(due, hub.now)
            hub.perform(hub.lobby.due(at: hub.now))
        }
        #expect(try heard(bob).count == 1)
        #expect(hub.lobby.nextDue == nil)
    }

    @Test func `a document is forgotten when nobody has it open, and the room when all is durable`() throws {
        let ada = hub.enter("Ada", quiet: true)
        open(ada)
        try load()
        say(ada, insert(YDoc(clientID: 7), "x"))
        hub.leave(ada)
        #expect(hub.forgotten.isEmpty)
        settle()
        #expect(hub.forgotten.isEmpty)
        hub.commit()
        #expect(hub.forgotten == [.lobby])
        let bob = hub.enter("Bob", quiet: true)
        open(bob)
        #expect(hub.loads.count == 1)
        try load()
        #expect(try text(of: heard(bob).first) == "x")
        // What was asked by an earlier opening of the room is no news.
        hub.perform(hub.lobby.loaded(name, opening: 0, in: .lobby, nil, at: hub.now))
        #expect(try heard(bob).isEmpty)
    }

    @Test func `a state that can't be read is refused to who waits, and the operator is told`() throws {
        let ada = hub.enter("Ada", quiet: true)
        open(ada)
        let load = hub.loads.removeFirst()
        hub.perform(hub.lobby.loaded(name, opening: load.opening, in: .lobby, [1, 1], at: hub.now))
        #expect(errors(ada).count == 1 && hub.notes.count == 1 && !hub.held.contains(ada))
        open(ada)
        #expect(hub.loads.count == 1)
    }
}
