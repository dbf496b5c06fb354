import HubProtocol
import TestSupport
import Testing

@testable import Storage

/// Session files out of a log and into it, as the commands do it.
extension LogFixture {
    func summary(_ name: String) throws -> RoomSummary {
        let snapshot = try LogSnapshot(folder: folder)
        let room = try snapshot.room(named: try #require(RoomName(name)))
        return try #require(room)
    }

    func export(_ name: String, _ export: SessionExport = SessionExport(), now: Int64 = 0) throws -> String {
        let snapshot = try LogSnapshot(folder: folder)
        let path = temporary.path + "/export"
        let output = try ByteFile.write(path, replacing: true)
        try export.write(try summary(name), of: snapshot, to: output, now: now)
        return String(decoding: try Bytes.all(of: try ByteFile.read(path)), as: UTF8.self)
    }

    /// The number of ops.
    @discardableResult
    func importFile(
        _ text: String, as name: String,
        limits: SessionImport.Limits = .init(current: 100, currentBytes: 10_000)
    ) async throws -> UInt64 {
        let session = try SessionImport(Bytes(Array(text.utf8)), limits: limits)
        let begun = await submit([.beginImport(session.origin, epoch: "epoch-\(name)", at: 0, source: "test")]
        )
        guard case .importing(let room)? = begun.first else { throw Unexpected() }
        do {
            while let part = try session.next() {
                let jobs: [LogWriter.Job] = [
                    .importDocuments(room: room, part.documents), .importOps(room: room, part.ops),
                    .importNotes(room: room, part.notes),
                ]
                for outcome in await submit(jobs) {
                    if case .refused(_, let reason) = outcome { throw Refused(reason: reason) }
                }
            }
        } catch {
            _ = await submit([.delete(room: room)])
            throw error
        }
        let done = await submit([.finishImport(room: room, as: try #require(RoomName(name)))])
        guard case .created? = done.first else { throw Unexpected() }
        return session.count
    }
}

struct Refused: Error {
    let reason: String
}

/// The lines of a session file, and its header without the room's name and epoch.
struct SessionText: Equatable {
    let header: String
    let lines: [String]

    init(_ text: String) {
        var lines = text.split(separator: "\n").map(String.init)
        header =
            lines.isEmpty
            ? "" : lines.removeFirst().replacing(/"room":"[^"]*","epoch":"[^"]*"/, with: "")
        self.lines = lines
    }
}
