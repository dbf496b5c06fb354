import HubProtocol
import Storage
import Testing

@Suite struct LogSnapshotTests {
    @Test func `it sees one moment, however much is written after it`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        try await log.append([op(1), op(2)], to: room.id)
        // A second value on the folder, as another process has it.
        let snapshot = try LogSnapshot(folder: DataFolder.open(path: log.folder.path, exclusive: false))
        try await log.append([op(3)], to: room.id)
        _ = try await log.create("new")
        #expect(try snapshot.room(named: room.name)?.head == seq(2))
        #expect(try snapshot.rooms().count == 1)
        var seen: [LoggedOp] = []
        try snapshot.forEachOp(in: room.id) { seen.append($0) }
        #expect(seen == [op(1), op(2)])
    }

    @Test func `ops are handed over between two seqs, and what the body throws ends it`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        try await log.append((1...5).map { op($0) }, to: room.id)
        let snapshot = try LogSnapshot(folder: log.folder)
        var seen: [UInt64] = []
        try snapshot.forEachOp(in: room.id, after: seq(1), upTo: seq(4)) { seen.append($0.seq.number) }
        #expect(seen == [2, 3, 4])
        seen = []
        #expect(throws: Unexpected.self) {
            try snapshot.forEachOp(in: room.id) { op in
                if op.seq == seq(3) { throw Unexpected() }
                seen.append(op.seq.number)
            }
        }
        #expect(seen == [1, 2])
    }

    @Test func `[SF6] authors come in the order of their first ops`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        let other = try await log.create("other")
        let renamed = Author(id: ada.id, name: "Ada L.")
        try await log.append([op(1, by: Author(id: "x", name: "X"))], to: other.id)
        try await log.append(
            [op(1, by: bob), op(2, by: ada), op(3, by: bob), op(4, by: renamed)], to: room.id)
        let snapshot = try LogSnapshot(folder: log.folder)
        #expect(try snapshot.authors(of: room.id) == [bob, ada, renamed])
        #expect(try snapshot.authors(of: RoomID(number: 77)) == [])
    }
}
