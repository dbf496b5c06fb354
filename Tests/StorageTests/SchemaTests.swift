import Foundation
import HubProtocol
import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite struct SchemaTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/storage")

    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATOS_WRITE_FIXTURES"] == "1"))
    func `the fixture of version 1 is made`() async throws {
        let log = try LogFixture()
        let lobby = try #require(RoomName("lobby"))
        let empty = try #require(RoomName("empty"))
        let created = await log.submit([
            .create(room: lobby, epoch: ChainVectors.epoch, at: 1_790_000_000_000),
            .create(room: empty, epoch: "epoch-empty", at: 1_790_000_000_500),
        ])
        #expect(created.map(text) == ["created lobby", "created empty"])
        try await log.append(ChainVectors.ops, to: RoomID(number: 1))
        _ = try log.writer.secret(named: "test", length: 32)
        log.writer.stop()
        let made = try Data(contentsOf: URL(filePath: log.folder.databasePath))
        try made.write(to: SchemaTests.fixtures.appending(path: "v1.sqlite3"))
    }

    @Test func `a database of version 1 opens, reads and goes on`() async throws {
        let temporary = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: SchemaTests.fixtures.appending(path: "v1.sqlite3"),
            to: URL(filePath: temporary.path).appending(path: "chatos.sqlite3"))
        let folder = try DataFolder.open(path: temporary.path, exclusive: true)
        let writer = try LogWriter(folder: folder, durability: .full)
        #expect(try writer.secret(named: "test", length: 1).count == 32)
        writer.submit([.append(room: RoomID(number: 1), op(5, at: 1_790_000_001_001))]) { _ in }
        writer.stop()

        let snapshot = try LogSnapshot(folder: folder)
        let rooms = try snapshot.rooms()
        #expect(rooms.map(\.name.text) == ["lobby", "empty"])
        #expect(rooms.map(\.head.number) == [5, 0])
        #expect(rooms.map(\.at) == [1_790_000_001_001, 1_790_000_000_500])
        #expect(rooms[0].epoch == ChainVectors.epoch)
        var ops: [LoggedOp] = []
        try snapshot.forEachOp(in: rooms[0].id) { ops.append($0) }
        #expect(ops == ChainVectors.ops + [op(5, at: 1_790_000_001_001)])
        #expect(try storedLinks(in: folder.databasePath).prefix(4) == ChainVectors.links[...])
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
