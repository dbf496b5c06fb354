import Foundation
import HubProtocol
import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite struct SchemaTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/storage")

    /// The version of this program.
    private let known = Int64(Schema.migrations.count)

    /// A copy of a fixture as the database of a folder.
    private func folder(with fixture: String) throws -> (TemporaryFolder, DataFolder) {
        let temporary = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: SchemaTests.fixtures.appending(path: fixture),
            to: URL(filePath: temporary.path).appending(path: "chatos.sqlite3"))
        return (temporary, try DataFolder.open(path: temporary.path, exclusive: true))
    }

    private func filledLog() async throws -> LogFixture {
        let log = try LogFixture()
        let names = try ["lobby", "compacted"].map { try #require(RoomName($0)) }
        let ops = RandomLog.ops(40, seed: 2)
        let comment = try #require(ops.last { $0.type == "comment" })
        let (lobby, compacted, imported) = (RoomID(number: 1), RoomID(number: 2), RoomID(number: 3))
        let documents = try DocumentLog.ops(40, seed: 4)
        let jobs: [LogWriter.Job] =
            [
                .create(room: names[0], epoch: ChainVectors.epoch, at: 1_790_000_000_000),
                .create(room: names[1], epoch: "epoch-compacted", at: 5),
            ]
            + ChainVectors.ops.map { .append(room: lobby, $0) } + ops.map { .append(room: compacted, $0) }
            + [
                .erase(room: compacted, comment.seq, epoch: "epoch-2", Erasure(at: 2_000, actor: "operator")),
                .checkpoint(room: compacted), .compact(room: compacted, keep: .from(seq(21))),
                .checkpoint(room: compacted),
                .beginImport(LogOrigin(epoch: "elsewhere"), epoch: "here", at: 3_000, source: "a file"),
                .importOps(room: imported, ops.map { ImportedOp($0) }),
                .importNotes(room: imported, [SessionNote(after: .none, number: 1, bytes: [0x23, 0x78])]),
                .finishImport(room: imported, as: try #require(RoomName("imported"))),
                .keepAsset(in: names[0], NewAsset(type: .gif, at: 4_000, bytes: Array("GIF89a".utf8))),
                .create(room: try #require(RoomName("documents")), epoch: "epoch-documents", at: 5),
            ]
            + documents.map { .append(room: RoomID(number: 4), $0) }
            + [.compact(room: RoomID(number: 4), keep: .from(seq(21)))]
        let outcomes = await log.submit(jobs)
        #expect(outcomes.map(text).filter { $0.contains("refused") || $0.contains("failed") } == [])
        _ = try log.writer.secret(named: "test", length: 32)
        log.writer.stop()
        return log
    }

    /// A program of each version made the fixture of that version; this makes the one of its own.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATOS_WRITE_FIXTURES"] == "1"))
    func `the fixture of this version is made`() async throws {
        let log = try await filledLog()
        let made = try Data(contentsOf: URL(filePath: log.folder.databasePath))
        try made.write(to: SchemaTests.fixtures.appending(path: "v\(known).sqlite3"))
    }

    @Test func `a database of version 1 becomes one of this version: every op, the chain, the state`() throws
    {
        let (temporary, folder) = try folder(with: "v1.sqlite3")
        defer { withExtendedLifetime(temporary) {} }
        #expect(throws: StorageError.olderDatabase(path: folder.databasePath, version: 1, known: known)) {
            try LogSnapshot(folder: folder)
        }
        let writer = try LogWriter(folder: folder, durability: .full)
        #expect(try writer.secret(named: "test", length: 1).count == 32)
        let fifth = sound(5, at: 1_790_000_001_001)
        writer.submit([.append(room: RoomID(number: 1), fifth)]) { _ in }
        writer.stop()

        let snapshot = try LogSnapshot(folder: folder)
        let rooms = try snapshot.rooms()
        #expect(rooms.map(\.name.text) == ["lobby", "empty"])
        #expect(rooms.map(\.head.number) == [5, 0])
        #expect(rooms.map(\.at) == [1_790_000_001_001, 1_790_000_000_500])
        #expect(rooms.map(\.epoch) == [ChainVectors.epoch, "epoch-empty"])
        #expect(rooms.map(\.origin) == rooms.map(\.epoch) && rooms.allSatisfy { $0.trimmed == .none })
        var ops: [LoggedOp] = []
        try snapshot.forEachOp(in: rooms[0].id) { ops.append($0) }
        #expect(ops == ChainVectors.ops + [fifth])
        #expect(try storedLinks(in: folder.databasePath).prefix(4) == ChainVectors.links[...])
        for room in rooms {
            let report = try snapshot.verify(room.id)
            #expect(report.fault == nil && report.head == room.head)
        }
        for count in 0...5 {
            let state = try snapshot.state(of: rooms[0], at: .seq(seq(UInt64(count))))
            #expect(state == RandomLog.state(of: ops.prefix(count)))
        }
    }

    @Test(arguments: ["v2.sqlite3", "v3.sqlite3", "v4.sqlite3", "v5.sqlite3"])
    func `a database of version 2 to 5 opens, verifies and goes on`(file: String) async throws {
        let (temporary, folder) = try folder(with: file)
        defer { withExtendedLifetime(temporary) {} }
        let writer = try LogWriter(folder: folder, durability: .full)
        for (room, next) in [(Int64(1), UInt64(5)), (2, 41), (3, 41)] {
            writer.submit([.append(room: RoomID(number: room), sound(next, at: 1_790_000_002_000))]) { _ in }
        }
        writer.stop()
        let snapshot = try LogSnapshot(folder: folder)
        let rooms = try snapshot.rooms().sorted { $0.id.number < $1.id.number }.prefix(3)
        #expect(rooms.map(\.name.text) == ["lobby", "compacted", "imported"])
        #expect(rooms.map(\.epoch) == [ChainVectors.epoch, "epoch-2", "here"])
        #expect(rooms.map(\.origin) == [ChainVectors.epoch, "epoch-compacted", "elsewhere"])
        #expect(rooms.map(\.trimmed.number) == [0, 20, 0])
        for room in rooms {
            let report = try snapshot.verify(room.id)
            #expect(report.fault == nil && report.head == room.head)
            #expect(try snapshot.signedHead(of: room)?.isValid == true)
        }
        #expect(rooms.map(\.head.number) == [5, 41, 41])
        let ops = RandomLog.ops(40, seed: 2)
        for count in 20...40 {
            let expected = RandomLog.state(of: ops.prefix(count))
            #expect(try snapshot.state(of: rooms[1], at: .seq(seq(UInt64(count)))) == expected)
            #expect(try snapshot.state(of: rooms[2], at: .seq(seq(UInt64(count)))) == expected)
        }
        #expect(try snapshot.imports(of: rooms[2].id).map(\.source) == ["a file"])
        #expect(try snapshot.importedLines(of: rooms[2].id).lines.count == (file == "v2.sqlite3" ? 0 : 1))
        #expect(try snapshot.statistics(of: rooms[0].id).assets == (file == "v5.sqlite3" ? 1 : 0))
    }

    @Test func `a database of version 4 has its documents, and they go on`() async throws {
        let (temporary, folder) = try folder(with: "v4.sqlite3")
        defer { withExtendedLifetime(temporary) {} }
        let ops = try DocumentLog.ops(40, seed: 4)
        let more = try update(41, of: "notes", LargeUpdate.bytes(10), at: 1_790_000_002_000)
        let writer = try LogWriter(folder: folder, durability: .full)
        writer.submit([.append(room: RoomID(number: 4), more)]) { _ in }
        writer.stop()
        let snapshot = try LogSnapshot(folder: folder)
        let name = try #require(RoomName("documents"))
        let room = try #require(try snapshot.room(named: name))
        #expect(room.head == seq(41) && room.trimmed == seq(20))
        let report = try snapshot.verify(room.id)
        #expect(report.fault == nil && report.documents == 4)
        #expect(try snapshot.statistics(of: room.id).documentStates == 4)
        for count in 20...41 {
            for state in try DocumentLog.states(of: (ops + [more]).prefix(count)) {
                let found = try snapshot.document(state.name, of: room.id, at: seq(UInt64(count)))
                #expect(found == state)
            }
        }
    }

    @Test func `a database of a newer version is refused, and stays as it is`() throws {
        let (temporary, folder) = try folder(with: "v5.sqlite3")
        defer { withExtendedLifetime(temporary) {} }
        do {
            let connection = try Connection(path: folder.databasePath, access: .readWrite)
            try connection.run("PRAGMA user_version = \(known + 1)")
        }
        let newer = StorageError.newerDatabase(path: folder.databasePath, version: known + 1, known: known)
        #expect(throws: newer) { try LogWriter(folder: folder, durability: .full) }
        #expect(throws: newer) { try LogSnapshot(folder: folder) }
        #expect(newer.description.hasSuffix("knows only up to \(known): use a newer ChatOS"))
    }

    @Test func `room and seq can be read from an op's row, for the largest room too`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.migrate(Schema.migrations)
        let key = try #require(OpKey(RoomID(number: OpKey.largestRoom), .max))
        try connection.run("INSERT INTO authors VALUES (1, 'a', 'A')")
        try connection.run(
            """
            INSERT INTO ops (key, at, author, type, payload_hash, chain_hash, payload)
            VALUES (\(key.number), 0, 1, 'comment', x'', x'', x'')
            """)
        let query = try connection.statement("SELECT room, seq, unnamed FROM ops")
        #expect(try query.step())
        #expect(query.integer(0) == OpKey.largestRoom)
        #expect(UInt64(query.integer(1)) == Seq.max.number)
        #expect(query.integer(2) == 1)
        #expect(OpKey.seq(of: key.number) == .max)
    }

    @Test(arguments: [Int64.min, -1, 0, OpKey.largestRoom + 1, Int64.max])
    func `a room number that can't be has no key`(_ number: Int64) {
        #expect(OpKey(RoomID(number: number), seq(1)) == nil)
    }

    @Test(arguments: [Int64.min, -1, Int64.max])
    func `a key from a damaged file has some seq`(_ key: Int64) {
        #expect(OpKey.seq(of: key) <= .max)
    }
}
