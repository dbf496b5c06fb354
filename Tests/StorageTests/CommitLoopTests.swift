import HubProtocol
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct CommitLoopTests {
    @Test func `an op that is not the log's next is refused, and others are not harmed`() async throws {
        let log = try LogFixture()
        let one = try await log.create("one")
        let two = try await log.create("two")
        let outcomes = await log.submit([
            .append(room: one.id, op(1)), .append(room: two.id, op(2)), .append(room: one.id, op(2)),
            .append(room: one.id, op(4)), .append(room: two.id, op(1)), .append(room: one.id, op(3)),
            .append(room: RoomID(number: 99), op(1)), .append(room: RoomID(number: -1), op(1)),
            .append(room: RoomID(number: .max), op(1)),
        ])
        #expect(
            outcomes.map(text) == [
                "committed 1 2", "failed 2", "failed 1", "committed 2 1", "committed 1 3", "failed 99",
                "failed -1",
                "failed \(Int64.max)",
            ])
        #expect(log.writer.isHealthy)
        let ops = try await log.ops(.ops(one.id, after: .none, upTo: .max, limit: 10, maxBytes: .max))
        #expect(ops == [op(1), op(2), op(3)])
    }

    @Test func `[OP3] a time that runs backwards is refused`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        try await log.append([op(1, at: 100), op(2, at: 100)], to: room.id)
        let outcomes = await log.submit([.append(room: room.id, op(3, at: 99))])
        #expect(outcomes.map(text) == ["failed 1"])
    }

    @Test func `a submission of nothing is answered with nothing`() async throws {
        let log = try LogFixture()
        #expect(await log.submit([]).isEmpty)
    }

    @Test func `a full disk fails the transaction whole, and the loop goes on when there is room again`()
        throws
    {
        let temporary = try TemporaryFolder()
        let folder = try DataFolder.open(path: temporary.path, exclusive: true)
        let connection = try LogDatabase.openForWriting(folder, durability: .full)
        let door = CommitLoop.Door()
        let transcript = Transcript()
        let notes = Transcript()
        let lobby = try #require(RoomName("lobby"))
        let large = #"{"x":"\#(String(repeating: "x", count: 500_000))"}"#
        let room = RoomID(number: 1)
        func isHealthy() -> Bool { door.isHealthy.load(ordering: .relaxed) }
        func put(_ jobs: [LogWriter.Job]) {
            door.mailbox.put(
                CommitLoop.Submission(jobs: jobs) { transcript.say($0.map(text).joined(separator: ", ")) })
        }
        let loop = try CommitLoop(connection, door: door, hooks: WriterHooks()) { notes.say($0) }
        put([.create(room: lobby, epoch: "e", at: 0), .append(room: room, op(1))])
        loop.commitWaiting()
        try connection.run("PRAGMA max_page_count = 40")
        put([.append(room: room, op(2)), .append(room: room, op(3, payload: large))])
        put([.append(room: room, op(4))])
        loop.commitWaiting()
        #expect(isHealthy() == false)
        put([.append(room: room, op(2, payload: large))])
        loop.commitWaiting()
        // Once for all that fails until it is well again.
        #expect(notes.lines.count == 1)
        #expect(notes.lines.first?.contains("database or disk is full") == true)
        try connection.run("PRAGMA max_page_count = 100000")
        put([.append(room: room, op(2, payload: large)), .append(room: room, op(3))])
        loop.commitWaiting()
        #expect(isHealthy())
        #expect(notes.lines.dropFirst() == ["the log can be written again"])
        #expect(
            transcript.lines == [
                "created lobby, committed 1 1", "failed 1", "failed 1", "failed 1", "committed 1 3",
            ])
    }

    /// A loop on the test's own thread, and ways to see what it stored.
    private struct Desk {
        let temporary: TemporaryFolder
        let folder: DataFolder
        let connection: Connection
        let door = CommitLoop.Door()
        let loop: CommitLoop
        let transcript = Transcript()
        let room = RoomID(number: 1)

        init() throws {
            temporary = try TemporaryFolder()
            folder = try DataFolder.open(path: temporary.path, exclusive: true)
            connection = try LogDatabase.openForWriting(folder, durability: .full)
            loop = try CommitLoop(connection, door: door, hooks: WriterHooks())
            put([.create(room: try #require(RoomName("lobby")), epoch: "e", at: 0)])
            loop.commitWaiting()
        }

        func put(_ jobs: [LogWriter.Job]) {
            door.mailbox.put(
                CommitLoop.Submission(jobs: jobs) { [transcript] in transcript.say($0.map(text).joined()) })
        }

        var isHealthy: Bool { door.isHealthy.load(ordering: .relaxed) }

        func put(_ numbers: ClosedRange<UInt64>) {
            put(numbers.map { .append(room: room, sound($0, "state", name: "n\($0 % 300)")) })
        }

        func checkpoints() throws -> [UInt64] {
            let query = try connection.statement("SELECT key FROM checkpoints ORDER BY key")
            defer { query.reset() }
            var found: [UInt64] = []
            while try query.step() { found.append(OpKey.seq(of: query.integer(0)).number) }
            return found
        }
    }

    @Test func `a checkpoint is made when nobody waits, and not while somebody does`() throws {
        let desk = try Desk()
        desk.put(1...1_000)
        desk.loop.commitWaiting()
        desk.put(1_001...1_001)
        desk.loop.tendWhileQuiet()
        #expect(try desk.checkpoints() == [])
        desk.loop.commitWaiting()
        desk.loop.tendWhileQuiet()
        #expect(try desk.checkpoints() == [1_001])
        let report = try LogSnapshot(folder: desk.folder).verify(desk.room)
        #expect(report.fault == nil && report.checkpoints == 1)
        // Nothing is left to do, and nothing is due.
        desk.put(1_002...1_300)
        desk.loop.commitWaiting()
        desk.loop.tendWhileQuiet()
        #expect(try desk.checkpoints() == [1_001])
    }

    @Test func `a checkpoint is made at last though somebody always waits`() throws {
        let desk = try Desk()
        desk.put(1...1_000)
        desk.loop.commitWaiting()
        var turns = 0
        while try desk.checkpoints().isEmpty, turns < 40 {
            turns += 1
            let next = 1_000 + UInt64(turns)
            desk.put(next...next)
            desk.loop.commitWaiting()
        }
        // A step for the seqs, two for 300 rows, and the transaction that takes it along.
        #expect((9...17).contains(turns))
        #expect(try LogSnapshot(folder: desk.folder).verify(desk.room).checkpoints == 1)
    }

    @Test func `what was freed is not in the write-ahead log after a quiet moment`() throws {
        let desk = try Desk()
        desk.put(1...3)
        desk.put([.erase(room: desk.room, seq(2), epoch: "f", Erasure(at: 1, actor: "op"))])
        desk.loop.commitWaiting()
        let path = desk.folder.databasePath + "-wal"
        #expect(FileSize.of(path) > 0)
        // A reader of an older moment needs it; nobody waits for that one.
        var reader: LogSnapshot? = try LogSnapshot(folder: desk.folder)
        desk.loop.tendWhileQuiet()
        #expect(try reader?.rooms().count == 1)
        reader = nil
        desk.put([.erase(room: desk.room, seq(3), epoch: "g", Erasure(at: 1, actor: "op"))])
        desk.loop.commitWaiting()
        desk.loop.tendWhileQuiet()
        #expect(FileSize.of(path) == 0)
    }

    @Test func `a disk that is full takes nothing of a maintenance either, and the next one is whole`() throws
    {
        let desk = try Desk()
        desk.put(1...600)
        desk.loop.commitWaiting()
        desk.loop.tendWhileQuiet()
        let pages = try desk.connection.statement("PRAGMA page_count")
        #expect(try pages.step())
        let count = pages.integer(0)
        pages.reset()
        try desk.connection.run("PRAGMA max_page_count = \(count)")
        let large = sound(601, body: String(repeating: "x", count: 300_000))
        desk.put([.compact(room: desk.room, keep: .newest(590)), .append(room: desk.room, large)])
        desk.loop.commitWaiting()
        #expect(!desk.isHealthy)
        let snapshot = try LogSnapshot(folder: desk.folder)
        #expect(try snapshot.rooms().first?.trimmed == Seq.none)
        #expect(try snapshot.verify(desk.room).head == seq(600))
        try desk.connection.run("PRAGMA max_page_count = 100000")
        desk.put([.compact(room: desk.room, keep: .newest(100)), .append(room: desk.room, large)])
        desk.loop.commitWaiting()
        #expect(desk.isHealthy)
        let report = try LogSnapshot(folder: desk.folder).verify(desk.room)
        #expect(report.fault == nil && report.head == seq(601))
    }

    @Test func `[U35] rooms that come and go leave nothing in the writer's memory beyond its bound`() throws {
        let desk = try Desk()
        for round: UInt64 in 1...2 {
            for first in stride(from: 0, to: 12_000, by: 500) {
                let names = (first..<first + 500).compactMap { RoomName("r\($0)") }
                desk.put(names.map { .create(room: $0, epoch: "e", at: 0) })
                desk.put(
                    (first..<first + 500).map {
                        let author = Author(id: "p\($0)", name: "n")
                        return .append(room: RoomID(number: Int64($0) + 2), sound(round, by: author))
                    })
                desk.loop.commitWaiting()
            }
        }
        #expect(desk.loop.rememberedRooms <= 10_000)
        #expect(desk.transcript.lines.allSatisfy { !$0.contains("failed") })
    }
}
