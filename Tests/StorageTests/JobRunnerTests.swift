import HubProtocol
import SQLite
import Testing

@testable import Storage

@Suite struct JobRunnerTests {
    private let log: MemoryLog
    private let runner: JobRunner

    init() throws {
        log = try MemoryLog()
        runner = JobRunner(log.connection)
        try runner.prepare()
    }

    private func perform(_ jobs: LogWriter.Job...) throws -> [String] {
        try log.connection.begin(.immediate)
        let outcomes = try runner.perform(jobs)
        try log.connection.commit()
        return outcomes.map(text)
    }

    private let origin = LogOrigin(epoch: "o")

    @Test func `maintenance says what it did, in the order of the jobs`() throws {
        let room = try log.create("lobby", (1...20).map { sound($0, "state", name: "n\($0 % 2)") })
        let salon = try #require(RoomName("salon"))
        let size = sound(3, "state", name: "n1").payload.bytes.count
        let done = try perform(
            .erase(room: room, seq(3), epoch: "e2", Erasure(at: 1, actor: "op")),
            .append(room: room, sound(21)),
            .compact(room: room, keep: .newest(4)),
            .checkpoint(room: room), .rename(room: room, to: salon), .append(room: room, sound(22)))
        let (one, two) = (sound(9, "state", name: "n1"), sound(10, "state", name: "n0"))
        let dropped = 7 * one.payload.bytes.count + 7 * two.payload.bytes.count
        #expect(
            done == [
                "erased 1 3: \(size) B", "committed 1 21",
                "compacted 1 to 17: 15 ops, \(dropped) B", "checkpointed 1: 2, newest 21",
                "renamed 1 salon", "committed 1 22",
            ])
        #expect(try log.verify(room).fault == nil)
        #expect(try perform(.delete(room: room)).first?.hasPrefix("deleted 1: 7 ops") == true)
    }

    @Test func `a refused job leaves nothing, and those around it are done`() throws {
        let room = try log.create("lobby", [sound(1)])
        let jobs: [LogWriter.Job] = [
            .append(room: room, sound(2)),
            .beginImport(origin, epoch: "f", at: 0, source: "x"),
            // The first op is right and the second is not.
            .importOps(room: RoomID(number: 2), [ImportedOp(sound(1)), ImportedOp(sound(5))]),
            .importOps(room: RoomID(number: 2), [ImportedOp(sound(1)), ImportedOp(sound(2))]),
            .erase(room: room, seq(9), epoch: "no", Erasure(at: 1, actor: "op")),
            .append(room: room, sound(3)),
            .finishImport(room: RoomID(number: 2), as: try #require(RoomName("lobby"))),
            .finishImport(room: RoomID(number: 2), as: try #require(RoomName("salon"))),
            .compact(room: RoomID(number: 7), keep: .newest(1)),
        ]
        try log.connection.begin(.immediate)
        let outcomes = try runner.perform(jobs)
        try log.connection.commit()
        #expect(
            outcomes.map(text) == [
                "committed 1 2", "importing 2", "refused 2: seq 5 can't follow 1", "committed 2 2",
                "refused 1: the log has no op 9", "committed 1 3",
                "refused 2: there is a room of that name already", "created salon", "refused 7: no such room",
            ])
        for room in [RoomID(number: 1), RoomID(number: 2)] {
            #expect(try log.verify(room).fault == nil)
        }
    }

    @Test func `every job of a failed transaction has an outcome`() throws {
        let (one, two) = (RoomID(number: 1), RoomID(number: 2))
        let name = try #require(RoomName("x"))
        let failed = JobRunner.failure(
            of: [
                .append(room: one, op(1)), .append(room: one, op(2)), .create(room: name, epoch: "", at: 0),
                .beginImport(origin, epoch: "f", at: 0, source: ""), .delete(room: two),
            ], reason: "full")
        #expect(failed.map(text) == ["failed 1", "create failed x", "refused 0: full", "refused 2: full"])
    }

    @Test func `after a rollback an import can't go on, and leaves nothing`() throws {
        _ = try perform(.beginImport(origin, epoch: "f", at: 0, source: ""))
        try log.connection.begin(.immediate)
        _ = try runner.perform([.importOps(room: RoomID(number: 1), [ImportedOp(sound(1))])])
        log.connection.rollBack()
        runner.forget()
        #expect(
            try perform(.importOps(room: RoomID(number: 1), [ImportedOp(sound(1))]))
                == ["refused 1: no such import"])
        #expect(try perform(.delete(room: RoomID(number: 1))) == ["deleted 1: 0 ops, 0 B"])
    }

    @Test func `[HC7] the hub's key is made once`() throws {
        let key = try #require(try log.queries.signingKey()).publicKey
        try runner.prepare()
        #expect(try log.queries.signingKey()?.publicKey == key)
    }
}
