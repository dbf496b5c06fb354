import HubProtocol
import Storage
import Synchronization
import TestSupport
import Testing

/// A log in a folder of its own, and short ways to fill it and ask it.
final class LogFixture: Sendable {
    let temporary: TemporaryFolder
    let folder: DataFolder
    let writer: LogWriter

    init(hooks: WriterHooks = WriterHooks()) throws {
        temporary = try TemporaryFolder()
        folder = try DataFolder.open(path: temporary.path, exclusive: true)
        writer = try LogWriter(folder: folder, durability: .full, hooks: hooks)
    }

    deinit {
        writer.stop()
    }

    func submit(_ jobs: [LogWriter.Job]) async -> [LogWriter.Outcome] {
        await withCheckedContinuation { continuation in
            writer.submit(jobs) { continuation.resume(returning: $0) }
        }
    }

    func create(_ name: String, at: Int64 = 0) async throws -> RoomImage {
        let name = try #require(RoomName(name))
        let outcomes = await submit([.create(room: name, epoch: "epoch-\(name.text)", at: at)])
        guard case .created(let image) = try #require(outcomes.first) else { throw Unexpected() }
        return image
    }

    /// Appends them in one submission, and requires that they are committed.
    func append(_ ops: [LoggedOp], to room: RoomID) async throws {
        let outcomes = await submit(ops.map { .append(room: room, $0) })
        try #require(outcomes.map(text) == ["committed \(room.number) \(ops.last?.seq.number ?? 0)"])
    }

    func ask(_ request: LogReader.Request) async throws -> LogReader.Answer {
        let reader = try LogReader(folder: folder)
        return await withCheckedContinuation { continuation in
            reader.submit(request) { continuation.resume(returning: $0) }
        }
    }

    func ops(_ request: LogReader.Request) async throws -> [LoggedOp] {
        guard case .ops(let ops) = try await ask(request) else { throw Unexpected() }
        return ops
    }

    func image(of name: String) async throws -> RoomImage? {
        let name = try #require(RoomName(name))
        guard case .room(let image) = try await ask(.room(name)) else { throw Unexpected() }
        return image
    }
}

struct Unexpected: Error {}

/// An outcome in a few words.
func text(_ outcome: LogWriter.Outcome) -> String {
    switch outcome {
    case .committed(let room, let seq): "committed \(room.number) \(seq.number)"
    case .created(let image): "created \(image.name.text)"
    case .failed(let room, _): "failed \(room.number)"
    case .createFailed(let name, _): "create failed \(name.text)"
    case .erased(let room, let seq, let freed): "erased \(room.number) \(seq.number): \(freed.bytes) B"
    case .compacted(let room, let trimmed, let freed):
        "compacted \(room.number) to \(trimmed.number): \(freed.ops) ops, \(freed.bytes) B"
    case .renamed(let room, let name): "renamed \(room.number) \(name.text)"
    case .deleted(let room, let freed): "deleted \(room.number): \(freed.ops) ops, \(freed.bytes) B"
    case .checkpointed(let room, let count, let newest):
        "checkpointed \(room.number): \(count), newest \(newest.number)"
    case .importing(let room): "importing \(room.number)"
    case .assetKept(let record, let isNew): "\(isNew ? "kept" : "had") \(record.bytes) B"
    case .assetRefused(let refusal): "refused \(refusal)"
    case .assetDropped(let room, let freed): "dropped \(room.number): \(freed.bytes) B"
    case .refused(let room, let reason): "refused \(room?.number ?? 0): \(reason)"
    }
}

func seq(_ number: UInt64) -> Seq {
    Seq(number) ?? .none
}

let ada = Author(id: "id-ada", name: "Ada")
let bob = Author(id: "id-bob", name: "Bob")

func op(
    _ number: UInt64, _ type: String = "comment", name: String? = nil, id: String? = nil,
    by author: Author = ada,
    at: Int64? = nil, payload: String = "{}"
) -> LoggedOp {
    LoggedOp(
        seq: seq(number), at: at ?? Int64(number) * 10, author: author, type: type, name: name,
        resend: id.map { ResendKey(participant: author.id, client: "tab", id: $0) },
        payload: Payload(bytes: Array(payload.utf8)))
}

/// What threads say, in the order in which they said it.
final class Transcript: Sendable {
    private let said = Mutex<[String]>([])

    func say(_ words: String) {
        said.withLock { $0.append(words) }
    }

    var lines: [String] { said.withLock { $0 } }
}
