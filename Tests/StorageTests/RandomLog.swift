import HubProtocol
import SQLite
import TestSupport

@testable import Storage

/// An op whose columns are what its payload says.
func sound(
    _ number: UInt64, _ type: String = "comment", name: String? = nil, by author: Author = ada,
    at: Int64? = nil, body: String = ""
) -> LoggedOp {
    let names = name.map { #","name":"\#($0)""# } ?? ""
    return op(
        number, type, name: name, by: author, at: at,
        payload: #"{"type":"\#(type)"\#(names),"body":"\#(body)"}"#)
}

/// Who came to and went from a room, in the hub's own words.
func presence(
    _ number: UInt64, _ type: String, _ participants: Int, by author: Author, at: Int64? = nil
) -> LoggedOp {
    let payload =
        type == "joined"
        ? HubOps.joined(participants: participants) : HubOps.disconnected(participants: participants)
    return LoggedOp(
        seq: seq(number), at: at ?? Int64(number) * 10, author: author, type: type, name: nil, resend: nil,
        payload: payload)
}

/// Ops of all kinds that can change a state, in an order that a seed brings back.
enum RandomLog {
    private static let people = (0..<5).map { Author(id: "id-\($0)", name: "P\($0)") }

    static func ops(_ count: UInt64, seed: UInt64) -> [LoggedOp] {
        var random = SeededGenerator(seed: seed)
        var at: Int64 = 1_000
        return (1...count).map { number in
            at += Int64.random(in: 0...3, using: &random)
            let author = people[Int.random(in: 0..<people.count, using: &random)]
            // The last two are one text to Swift and two to the log.
            let name = ["clock", "drum", "", "e\u{301}", "\u{E9}"].randomElement(using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2: return sound(number, "upgrade", name: "\(name ?? "")!", by: author, at: at)
            case 3, 4: return sound(number, "state", name: name, by: author, at: at)
            case 5: return sound(number, "remove", name: "\(name ?? "")!", by: author, at: at)
            case 6: return sound(number, "reset", by: author, at: at)
            case 7, 8:
                let others = Int.random(in: 1...3, using: &random)
                return presence(number, "joined", others, by: author, at: at)
            case 9: return presence(number, "disconnected", 0, by: author, at: at)
            default: return sound(number, by: author, at: at)
            }
        }
    }

    /// What the ops come to, told in the plainest way.
    static func state(of ops: some Sequence<LoggedOp>) -> RoomState {
        var current: [LoggedOp] = []
        var present: [Author] = []
        var last = Seq.none
        for op in ops {
            last = op.seq
            switch op.type {
            case "joined":
                if op.payload == HubOps.joined(participants: 1) { present = [] }
                present.removeAll { $0.id == op.author.id }
                present.append(op.author)
            case "disconnected": present.removeAll { $0.id == op.author.id }
            case "remove": current.removeAll { $0.type == "upgrade" && bytes($0.name) == bytes(op.name) }
            default:
                guard op.name != nil else { continue }
                current.removeAll { $0.type == op.type && bytes($0.name) == bytes(op.name) }
                current.append(op)
            }
        }
        return RoomState(
            seq: last,
            current: current.filter { $0.type == "upgrade" } + current.filter { $0.type != "upgrade" },
            present: present)
    }

    private static func bytes(_ text: String?) -> [UInt8]? {
        text.map { Array($0.utf8) }
    }
}

/// A log in memory, for what happens within transactions.
struct MemoryLog {
    let connection: Connection
    let appender: LogAppender
    let maintainer: LogMaintainer

    init() throws {
        connection = try Connection(path: ":memory:", access: .create)
        try connection.run("PRAGMA foreign_keys = ON")
        try connection.migrate(Schema.migrations)
        appender = LogAppender(connection)
        maintainer = LogMaintainer(connection, appender: appender)
    }

    var queries: LogQueries { appender.queries }

    func create(_ name: String, _ ops: [LoggedOp] = []) throws -> RoomID {
        guard let name = RoomName(name) else { throw Unexpected() }
        let room = try appender.create(name, epoch: "epoch-\(name.text)", at: 0).id
        for op in ops { try appender.append(op, to: room) }
        return room
    }

    /// Stores the checkpoint that belongs there, computed from all ops before it.
    func checkpoint(_ room: RoomID, at seq: Seq) throws {
        var replay = StateReplay()
        try queries.eachStep(of: room, after: .none, upTo: seq) { replay.apply($0) }
        let checkpoint = Checkpoint(seq: seq, current: replay.current, present: replay.present)
        let hash = try queries.hash(of: checkpoint, in: room, by: StateHash())
        try maintainer.insert(checkpoint, hash: hash, of: room)
    }

    func summary(_ room: RoomID) throws -> RoomSummary {
        guard let summary = try queries.summary(of: room) else { throw Unexpected() }
        return summary
    }

    func verify(_ room: RoomID) throws -> LogReport {
        guard let verifier = try LogVerifier(room, queries) else { throw Unexpected() }
        return try verifier.verify { _ in }
    }

    func ops(_ room: RoomID) throws -> [LoggedOp] {
        try queries.ops(of: room, after: .none, upTo: .max, limit: .max, maxBytes: .max)
    }
}
