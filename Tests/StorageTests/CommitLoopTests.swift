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
        let loop = CommitLoop(connection, door: door, hooks: WriterHooks()) { notes.say($0) }
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
}
