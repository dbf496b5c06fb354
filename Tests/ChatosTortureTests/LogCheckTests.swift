import Foundation
import HubProtocol
import SQLite
import Storage
import Testing

@testable import chatos_torture

/// Each check is shown a log that it must find fault with.
@Suite struct LogCheckTests {
    /// What is found wrong with a log of these ops (client and number) after `spoil`.
    private func violations(
        _ ops: [(client: Int, number: Int)], unsent: Bool = false, spoil: String = ""
    ) async throws -> [Violation.Kind] {
        let temporary = try TemporaryFolder()
        let troupe = Troupe(clients: 1, rooms: 1, seed: 1)
        let folder = try DataFolder.open(path: temporary.path, exclusive: true)
        let writer = try LogWriter(folder: folder, durability: .full)
        var jobs: [LogWriter.Job] = [.create(room: troupe.rooms[0], epoch: "e", at: 1)]
        for (index, op) in ops.enumerated() {
            let bytes = Array(#"{"type":"comment","of":\#(op.client),"n":\#(op.number)}"#.utf8)
            if !unsent { troupe.ledger.add(Ledger.SentOp(client: op.client, number: op.number), bytes) }
            let author = Author(id: "\(op.client)", name: "client \(op.client)")
            jobs.append(
                .append(
                    room: RoomID(number: 1),
                    LoggedOp(
                        seq: Seq(UInt64(index + 1)) ?? .none, at: Int64(index), author: author,
                        type: "comment", name: nil, resend: nil, payload: Payload(bytes: bytes))))
        }
        await withCheckedContinuation { done in writer.submit(jobs) { _ in done.resume() } }
        writer.stop()
        if !spoil.isEmpty {
            try Connection(path: folder.databasePath, access: .readWrite).run(spoil)
        }
        let logs = try LogCheck(data: temporary.path, ledger: troupe.ledger).check(troupe, settled: false)
        if spoil.isEmpty { #expect(logs[troupe.rooms[0]]?.ops.count == ops.count) }
        return troupe.ledger.violations.map(\.kind)
    }

    @Test func `a sound log is found sound`() async throws {
        #expect(try await violations([(1, 1), (2, 1), (1, 2), (1, 3)]) == [])
        #expect(try await violations([]) == [])
    }

    @Test func `an op that is there twice, or after a later one of its client, is found`() async throws {
        #expect(try await violations([(1, 1), (1, 1)]) == [.doubled, .disordered])
        #expect(try await violations([(1, 2), (2, 1), (1, 1)]) == [.disordered])
    }

    @Test func `an op that nobody sent is found`() async throws {
        #expect(try await violations([(1, 1)], unsent: true) == [.different])
    }

    @Test(arguments: [
        "UPDATE ops SET payload = CAST('{}' AS BLOB) WHERE key & 255 = 2",
        "UPDATE ops SET at = 1 WHERE key & 255 = 1",
        "UPDATE authors SET name = 'someone else' WHERE id = 1",
        "UPDATE rooms SET epoch = 'f'",
    ])
    func `a log that was changed no longer fits its hashes`(change: String) async throws {
        #expect(try await violations([(1, 1), (2, 1), (1, 2)], spoil: change) == [.broken])
    }

    @Test func `what chatos verify finds is a fault too`() async throws {
        let temporary = try TemporaryFolder()
        let folder = try DataFolder.open(path: temporary.path, exclusive: true)
        let writer = try LogWriter(folder: folder, durability: .full)
        let room = try #require(RoomName("room 1"))
        let op = LoggedOp(
            seq: Seq(1) ?? .none, at: 1, author: Author(id: "a", name: "a"), type: "note", name: "n",
            resend: nil, payload: Payload(bytes: Array(#"{"type":"note","name":"n"}"#.utf8)))
        let jobs: [LogWriter.Job] = [
            .create(room: room, epoch: "e", at: 1), .append(room: RoomID(number: 1), op),
        ]
        await withCheckedContinuation { done in writer.submit(jobs) { _ in done.resume() } }
        writer.stop()
        let ledger = Ledger()
        try LogCheck(data: temporary.path, ledger: ledger).verify([room])
        #expect(ledger.violations == [])
        // The chain is sound, and the current state is not what it makes.
        try Connection(path: folder.databasePath, access: .readWrite).run("DELETE FROM current")
        try LogCheck(data: temporary.path, ledger: ledger).verify([room])
        #expect(ledger.violations.map(\.kind) == [.broken])
    }

    @Test func `a gap is found`() async throws {
        let gap = "DELETE FROM ops WHERE key & 255 = 2"
        #expect(try await violations([(1, 1), (2, 1), (1, 2)], spoil: gap) == [.disordered])
    }

    @Test func `[HI2] the state that a newcomer must get is made of the log`() async throws {
        let temporary = try TemporaryFolder()
        let troupe = Troupe(clients: 1, rooms: 1, seed: 1)
        let folder = try DataFolder.open(path: temporary.path, exclusive: true)
        let writer = try LogWriter(folder: folder, durability: .full)
        var jobs: [LogWriter.Job] = [.create(room: troupe.rooms[0], epoch: "e", at: 1)]
        let ops = [
            ("note", "a"), ("upgrade", "x"), ("upgrade", "y"), ("note", "a"), ("remove", "y"),
            ("upgrade", "z"), ("upgrade", "x"),
        ]
        for (index, (type, name)) in ops.enumerated() {
            let op = LoggedOp(
                seq: Seq(UInt64(index + 1)) ?? .none, at: 1, author: Author(id: "a", name: "a"), type: type,
                name: name, resend: nil, payload: Payload(bytes: Array(#"{"n":\#(index)}"#.utf8)))
            jobs.append(.append(room: RoomID(number: 1), op))
        }
        await withCheckedContinuation { done in writer.submit(jobs) { _ in done.resume() } }
        let logs = try LogCheck(data: temporary.path, ledger: troupe.ledger).check(troupe, settled: false)
        #expect(logs[troupe.rooms[0]]?.current == [6, 7, 4])
        writer.stop()
    }
}
