import Foundation
import HubProtocol
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct LogBackupTests {
    /// A folder with the backup as its database.
    private func restored(_ backup: String) throws -> (TemporaryFolder, DataFolder) {
        let temporary = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: backup, toPath: temporary.path + "/chatos.sqlite3")
        return (temporary, try DataFolder.open(path: temporary.path, exclusive: true))
    }

    @Test func `a backup made while ops flow is one moment of the log, whole and sound`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby").id
        try await log.append((1...2_000).map { sound($0) }, to: room)
        let target = log.temporary.path + "/backup"
        let (writer, isDone) = (log.writer, Flag())
        let flow = Task {
            var number: UInt64 = 2_000
            while !isDone.isSet {
                number += 1
                let next = number
                await withCheckedContinuation { continuation in
                    writer.submit([.append(room: room, sound(next))]) { _ in continuation.resume() }
                }
            }
            return number
        }
        let size = try LogBackup.write(log.folder, to: target)
        isDone.set()
        let last = await flow.value
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        #expect(attributes[.size] as? Int64 == size && attributes[.posixPermissions] as? Int == 0o600)
        let files = try FileManager.default.contentsOfDirectory(atPath: log.temporary.path)
        #expect(!files.contains { $0.contains("partial") })

        let (temporary, folder) = try restored(target)
        try withExtendedLifetime(temporary) {
            let snapshot = try LogSnapshot(folder: folder)
            let report = try snapshot.verify(room)
            #expect(report.fault == nil)
            #expect(report.head >= seq(2_000) && report.head <= seq(last))
            // It is the same hub: its tokens and its signature hold.
            let summary = try #require(try snapshot.rooms().first)
            let mine = try LogSnapshot(folder: log.folder)
            let room = try #require(try mine.rooms().first)
            let key = try mine.signedHead(of: room)?.publicKey
            #expect(try snapshot.signedHead(of: summary)?.publicKey == key)
        }
        // And it goes on.
        let writer2 = try LogWriter(folder: folder, durability: .full)
        defer { writer2.stop() }
        #expect(writer2.isHealthy)
    }

    @Test func `what is there is not overwritten, and a failure leaves nothing`() async throws {
        let log = try LogFixture()
        _ = try await log.create("lobby")
        let target = log.temporary.path + "/backup"
        try Data("mine".utf8).write(to: URL(filePath: target))
        #expect(throws: StorageError.self) { try LogBackup.write(log.folder, to: target) }
        #expect(try Data(contentsOf: URL(filePath: target)) == Data("mine".utf8))
        let nowhere = log.temporary.path + "/none/backup"
        #expect(throws: StorageError.self) { try LogBackup.write(log.folder, to: nowhere) }
        // One that was interrupted is no obstacle.
        try Data("part".utf8).write(to: URL(filePath: target + "2.partial"))
        #expect(try LogBackup.write(log.folder, to: target + "2") > 4)
    }

    @Test func `what was erased or dropped is in no backup, and not in the folder either`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby").id
        let secret = "a-secret-that-nobody-may-find"
        try await log.append(
            [sound(1, body: secret + "-1"), sound(2, body: secret + "-2"), sound(3)], to: room)
        _ = await log.submit([.erase(room: room, seq(2), epoch: "e", Erasure(at: 1, actor: "op"))])
        _ = await log.submit([.compact(room: room, keep: .from(seq(2)))])
        // Empties the write-ahead log, as a quiet moment does.
        log.writer.stop()
        let target = log.temporary.path + "/backup"
        _ = try LogBackup.write(log.folder, to: target)
        for name in try FileManager.default.contentsOfDirectory(atPath: log.temporary.path) {
            let bytes = try Data(contentsOf: URL(filePath: log.temporary.path + "/" + name))
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
        }
    }
}

private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() {
        value.store(true, ordering: .relaxed)
    }
}
