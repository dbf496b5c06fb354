import HubProtocol
import TestSupport
import Testing

@testable import Storage

@Suite struct DocumentKeeperTests {
    private let log: MemoryLog
    private let keeper: DocumentKeeper
    private let notes: DocumentName

    init() throws {
        log = try MemoryLog()
        keeper = DocumentKeeper(log.appender, log.maintainer)
        notes = try #require(DocumentName("notes"))
    }

    private func work() throws {
        while keeper.hasSteps || keeper.hasMade {
            while keeper.hasSteps { keeper.step() }
            try keeper.store()
            keeper.stored()
        }
    }

    private func states() throws -> Int64 { try log.queries.number("SELECT count(*) FROM documents") }

    @Test func `a state is due when as much was logged as it takes, and at least 64 KiB`() throws {
        let room = try log.create("lobby")
        let key = DocumentKey(room: room, name: notes)
        try log.appender.append(update(1, of: "notes", LargeUpdate.bytes(40_000, client: 1)), to: room)
        #expect(log.appender.takeGrownDocuments() == [])
        try log.appender.append(update(2, of: "notes", LargeUpdate.bytes(40_000, client: 2)), to: room)
        #expect(log.appender.takeGrownDocuments() == [key])
        #expect(log.appender.takeGrownDocuments() == [])
        keeper.note([key])
        try work()
        #expect(try log.queries.storedDocument(notes, of: room, upTo: .max)?.seq == seq(2))
        // 80,000 bytes are in the state now; base64 makes 53,000 of 40,000.
        try log.appender.append(update(3, of: "notes", LargeUpdate.bytes(40_000, client: 3)), to: room)
        #expect(log.appender.takeGrownDocuments() == [])
        try log.appender.append(update(4, of: "notes", LargeUpdate.bytes(40_000, client: 4)), to: room)
        #expect(log.appender.takeGrownDocuments() == [key])
        keeper.note([key])
        try work()
        #expect(try states() == 2)
        #expect(try log.verify(room).fault == nil)
    }

    @Test func `how much a document has grown is read from the log by whoever comes next`() throws {
        let room = try log.create("lobby")
        try log.appender.append(update(1, of: "notes", LargeUpdate.bytes(40_000, client: 1)), to: room)
        log.appender.forget()
        try log.appender.append(update(2, of: "notes", LargeUpdate.bytes(40_000, client: 2)), to: room)
        #expect(log.appender.takeGrownDocuments() == [DocumentKey(room: room, name: notes)])
    }

    @Test func `what a long log lacks is made in one go, each state where it would have been due`() throws {
        let ops = try (1...40).map { try update($0, of: "notes", LargeUpdate.bytes(10_000, client: $0)) }
        let room = try log.create("lobby", ops)
        try keeper.complete(room)
        let made = try states()
        #expect(made >= 3 && made <= 6)
        let bytes = try log.queries.number("SELECT sum(length(state)) FROM documents")
        #expect(bytes < 2 * 400_000)
        try keeper.complete(room)
        #expect(try states() == made)
        #expect(try log.verify(room).fault == nil && log.documents(room) == DocumentLog.states(of: ops))
        #expect(keeper.hasSteps == false)
    }

    @Test func `a document is worked on in steps, once, and one state at a time waits to be stored`() throws {
        let ops = try (1...400).map { try update($0, of: "notes", LargeUpdate.bytes(1_000, client: $0)) }
        let room = try log.create("lobby", ops)
        let key = DocumentKey(room: room, name: notes)
        keeper.note([key])
        keeper.note([key])
        var steps = 0
        while keeper.hasSteps {
            keeper.note([key])
            keeper.step()
            steps += 1
        }
        #expect(steps >= 1 && keeper.hasMade)
        #expect(try states() == 0)
        try work()
        #expect(try states() > 1)
        #expect(!keeper.hasSteps && !keeper.hasMade)
    }

    @Test func `what is known of a room that maintenance changed is dropped`() throws {
        let ops = try (1...12).map { try update($0, of: "notes", LargeUpdate.bytes(10_000, client: $0)) }
        let room = try log.create("lobby", ops)
        let other = try log.create("other", ops)
        keeper.note([DocumentKey(room: room, name: notes)])
        keeper.step()
        #expect(keeper.hasMade)
        keeper.note([DocumentKey(room: other, name: notes)])
        keeper.forget(room)
        #expect(!keeper.hasMade && keeper.hasSteps)
        try work()
        #expect(try log.queries.storedDocument(notes, of: room, upTo: .max) == nil)
        #expect(try log.queries.storedDocument(notes, of: other, upTo: .max) != nil)
        keeper.note([DocumentKey(room: room, name: notes)])
        keeper.forget()
        #expect(!keeper.hasSteps)
    }
}
