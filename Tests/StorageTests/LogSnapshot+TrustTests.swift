import HubProtocol
import Storage
import Testing

@Suite struct LogSnapshotTrustTests {
    private let ops = RandomLog.ops(60, seed: 71)

    private func filled() async throws -> LogFixture {
        let log = try LogFixture()
        try await log.append(ops, to: try await log.create("lobby").id)
        return log
    }

    private func lobby(_ snapshot: LogSnapshot, _ name: String = "lobby") throws -> RoomSummary {
        let name = try #require(RoomName(name))
        return try #require(try snapshot.room(named: name))
    }

    @Test func `a snapshot answers for its moment, whatever the writer does meanwhile`() async throws {
        let log = try await filled()
        let before = try LogSnapshot(folder: log.folder)
        let room = try lobby(before)
        let outcomes = await log.submit([.compact(room: room.id, keep: .newest(10))])
        #expect(outcomes.map(text).first?.hasPrefix("compacted 1 to 50:") == true)
        #expect(try before.state(of: room, at: .seq(seq(20))) == RandomLog.state(of: ops.prefix(20)))
        #expect(try before.verify(room.id).ops == 60)
        #expect(try before.base(of: room.id) == nil)
        let after = try LogSnapshot(folder: log.folder)
        let now = try lobby(after)
        #expect(now.trimmed == seq(50))
        #expect(try after.state(of: now, at: .seq(seq(20))) == nil)
        #expect(try after.state(of: now, at: .seq(.max)) == RandomLog.state(of: ops))
        let base = try #require(try after.base(of: now.id))
        #expect(base.seq == seq(50) && base.at == ops[49].at)
        #expect(base.present == RandomLog.state(of: ops.prefix(50)).present)
        #expect(try after.verify(now.id).fault == nil)
    }

    @Test func `records come with their links, in the order of the log`() async throws {
        let log = try await filled()
        let snapshot = try LogSnapshot(folder: log.folder)
        let room = try lobby(snapshot)
        var records: [LogRecord] = []
        try snapshot.forEachRecord(in: room.id, after: seq(10), upTo: seq(30)) { records.append($0) }
        #expect(records.map(\.op) == Array(ops[10..<30]))
        #expect(records.allSatisfy { $0.link.count == 32 && $0.payloadHash.count == 32 && $0.erasure == nil })
        #expect(throws: Unexpected.self) {
            try snapshot.forEachRecord(in: room.id) { _ in throw Unexpected() }
        }
    }

    @Test func `[HC7] the head is signed with the hub's key, and follows the log`() async throws {
        let log = try await filled()
        _ = try await log.create("empty")
        let snapshot = try LogSnapshot(folder: log.folder)
        let room = try lobby(snapshot)
        let head = try #require(try snapshot.signedHead(of: room))
        #expect(head.isValid && head.seq == seq(60) && head.origin == "epoch-lobby")
        let link = try snapshot.verify(room.id).link
        #expect(head.link == link)
        let empty = try lobby(snapshot, "empty")
        #expect(try snapshot.signedHead(of: empty) == nil)
        _ = await log.submit([.compact(room: room.id, keep: .newest(0))])
        let later = try LogSnapshot(folder: log.folder)
        let summary = try lobby(later)
        let compacted = try #require(try later.signedHead(of: summary))
        let newLink = try later.verify(room.id).link
        #expect(compacted.isValid && compacted.link == newLink)
        #expect(compacted.publicKey == head.publicKey && compacted.link != head.link)
    }

    @Test func `a room's sizes are those of its ops alone`() async throws {
        let log = try await filled()
        let other = try await log.create("other")
        try await log.append([op(1)], to: other.id)
        let comment = try #require(ops.first { $0.type == "comment" })
        _ = await log.submit([
            .checkpoint(room: RoomID(number: 1)),
            .erase(room: RoomID(number: 1), comment.seq, epoch: "e", Erasure(at: 1, actor: "op")),
        ])
        try await log.append([op(2)], to: other.id)
        let snapshot = try LogSnapshot(folder: log.folder)
        let found = try snapshot.statistics(of: RoomID(number: 1))
        let bytes = ops.reduce(0) { $0 + $1.payload.bytes.count } - comment.payload.bytes.count
        #expect(found.ops == 60 && found.bytes == Int64(bytes) && found.erased == 1 && found.checkpoints == 1)
        #expect(found.current == Int64(RandomLog.state(of: ops).current.count) && found.checkpointBytes > 0)
        let size = try snapshot.size()
        #expect(size.database > 0 && size.database % 4_096 == 0 && size.free >= 0 && size.writeAheadLog > 0)
    }

    @Test func `the seq before a time, and what is asked of no room`() async throws {
        let log = try await filled()
        let snapshot = try LogSnapshot(folder: log.folder)
        let room = try lobby(snapshot)
        #expect(try snapshot.lastSeq(of: room, before: 0) == .none)
        #expect(try snapshot.lastSeq(of: room, before: .max) == seq(60))
        #expect(try snapshot.verify(RoomID(number: 9)) == LogReport())
        #expect(try snapshot.base(of: RoomID(number: 9)) == nil)
        #expect(try snapshot.imports(of: room.id).isEmpty)
    }
}
