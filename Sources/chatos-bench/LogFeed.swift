import HubProtocol
import Sockets
import Storage

/// Appends to a log without a hub, one commit after the other: the fastest way to fill a room, and what a log
/// alone can do.
///
/// It numbers and dates the ops; what they say is its user's matter.
final class LogFeed {
    struct Room {
        let id: RoomID
        let epoch: String
        fileprivate(set) var head: Seq
    }

    struct Op {
        var type = "note"
        var name: String?
        /// By which the hub recognises a re-send, as it does for each op of a page ([ID4]).
        var id: String?
        let payload: Payload
    }

    private let writer: LogWriter
    private let replies: LogReplies
    private let author = Author(id: "0123456789abcdef", name: "bench")
    /// The outbox of all ops that have an id.
    static let client = "0123456789ab"
    /// In 2023: before whatever a hub says in the room later, since time doesn't run backwards there.
    private var time: Int64 = 1_700_000_000_000

    init(folder: String, durability: Durability = .full) throws {
        writer = try LogWriter(
            folder: try DataFolder.open(path: folder, exclusive: true), durability: durability)
        replies = try LogReplies()
    }

    deinit {
        writer.stop()
    }

    func makeRoom(_ name: String) throws -> Room {
        guard
            let roomName = RoomName(name),
            case .created(let image) = try replies.submit(
                [.create(room: roomName, epoch: "bench-\(name)", at: time)], to: writer)
        else { throw Failure(.ioError, "the log makes no room '\(name)'") }
        return Room(id: image.id, epoch: image.epoch, head: image.head)
    }

    /// In one commit, each op to the room at its place among `rooms`.
    func append(_ ops: [(place: Int, op: Op)], to rooms: inout [Room]) throws {
        let jobs = ops.map { place, op -> LogWriter.Job in
            rooms[place].head = rooms[place].head.next
            time += 1
            return .append(
                room: rooms[place].id,
                LoggedOp(
                    seq: rooms[place].head, at: time, author: author, type: op.type, name: op.name,
                    resend: op.id.map {
                        ResendKey(participant: author.id, client: LogFeed.client, id: $0)
                    },
                    payload: op.payload))
        }
        guard case .committed = try replies.submit(jobs, to: writer) else {
            throw Failure(.ioError, "the log did not take an op")
        }
    }
}

// MARK: - What the log alone can do

extension LogFeed {
    struct Speed {
        let perSecond: Double
        /// From the submission to the reply.
        let commits: LatencyHistogram
        /// Of this whole program, per append, in nanoseconds.
        let runTime: Double
    }

    /// How many ops of `size` bytes a second a log of its own takes, `group` of them in each commit.
    static func speed(
        group: Int, rooms count: Int, size: Int, seconds: Double, durability: Durability = .full
    ) throws -> Speed {
        let folder = try TemporaryFolder()
        let feed = try LogFeed(folder: folder.path, durability: durability)
        var rooms = try (0..<count).map { try feed.makeRoom("bench\($0)") }
        var commits = LatencyHistogram()
        let op = Op(payload: Payload(bytes: RoomHistory.comment(size: size)))
        let ops = (0..<group).map { (place: $0 % count, op: op) }
        let runTime = try ProcessUsage.ofSelf.runTime()
        let start = MonotonicClock.now()
        var appended = 0
        while MonotonicClock.now() < start + UInt64(seconds * 1e9) {
            let submitted = MonotonicClock.now()
            try feed.append(ops, to: &rooms)
            commits.record(MonotonicClock.now() - submitted)
            appended += group
        }
        let elapsed = Double(MonotonicClock.now() - start) / 1e9
        let used = Double(try ProcessUsage.ofSelf.runTime() &- runTime)
        return Speed(
            perSecond: Double(appended) / elapsed, commits: commits, runTime: used / Double(appended))
    }
}
