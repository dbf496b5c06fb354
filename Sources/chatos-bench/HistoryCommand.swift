import HubProtocol
import Sockets
import Storage
import Trials

/// `chatos-bench history`: what looking back in a long log costs, and what keeping it in order does.
enum HistoryCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(words, valued: ["--ops", "--tools", "--size", "--seeks", "--json"])
        let ops = UInt64(try options.count("--ops", otherwise: 100_000))
        let tools = UInt64(try options.count("--tools", otherwise: 200))
        let size = try options.count("--size", otherwise: 200)
        let seeks = try options.count("--seeks", otherwise: 500)
        let log = try FilledLog(ops: ops, tools: tools, size: size)
        defer { log.writer.stop() }

        let snapshot = try LogSnapshot(folder: log.folder)
        guard let room = try snapshot.room(named: log.name) else {
            throw Failure(.ioError, "the room is gone")
        }
        let statistics = try snapshot.statistics(of: room.id)
        var latency = LatencyHistogram()
        var random = SystemRandomNumberGenerator()
        var current = 0
        for _ in 0..<seeks {
            let seq = Seq(UInt64.random(in: 1...ops, using: &random)) ?? .none
            let start = MonotonicClock.now()
            current = max(current, try snapshot.state(of: room, at: .seq(seq))?.current.count ?? 0)
            latency.record(MonotonicClock.now() - start)
        }
        let opening = try log.open()
        let verifying = try verify(snapshot, room)
        let checkpoint = try log.checkpoint()
        let compacting = try log.compact(keep: ops / 2)
        let rates = [
            ("verified_ops_per_s", Double(ops) / verifying),
            ("compacted_ops_per_s", Double(ops) / compacting),
        ]
        var table = TextTable([
            "history, \(Decimal.text(Double(ops))) ops, at most \(current) current, \(size) B", "",
        ])
        let p50 = latency.quantile(0.5)
        let p99 = latency.quantile(0.99)
        table.add(["seek to a random seq, p50 us", Decimal.text(Double(p50) / 1e3)])
        table.add(["p99 us", Decimal.text(Double(p99) / 1e3)])
        table.add(["slowest us", Decimal.text(Double(latency.quantile(1)) / 1e3)])
        table.add(["open the room, us", Decimal.text(opening / 1e3)])
        table.add(["verified ops/s", Decimal.text(rates[0].1)])
        table.add(["compacted to a half, ops/s", Decimal.text(rates[1].1)])
        table.add(["a checkpoint with its commit, us", Decimal.text(checkpoint * 1e6)])
        table.add(["checkpoints", Decimal.text(Double(statistics.checkpoints))])
        table.add(["of bytes", Decimal.text(Double(statistics.checkpointBytes))])
        table.add(["payloads' bytes", Decimal.text(Double(statistics.bytes))])
        Terminal.output(table.text)
        try ServerOptions.save(
            .object(
                [
                    ("scenario", .text("history")), ("ops", .whole(ops)), ("seek_p50_ns", .whole(p50)),
                    ("seek_p99_ns", .whole(p99)), ("seek_max_ns", .whole(latency.quantile(1))),
                    ("open_ns", .number(opening)),
                    ("checkpoint_ns", .number(checkpoint * 1e9)),
                    ("checkpoints", .whole(UInt64(statistics.checkpoints))),
                    ("checkpoint_bytes", .whole(UInt64(statistics.checkpointBytes))),
                ] + rates.map { ($0.0, .number($0.1)) }), options)
    }

    /// In seconds.
    private static func verify(_ snapshot: LogSnapshot, _ room: RoomSummary) throws -> Double {
        let start = MonotonicClock.now()
        let report = try snapshot.verify(room.id)
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        guard report.fault == nil, report.head == room.head else {
            throw Failure(.ioError, "the log does not verify: \(report)")
        }
        return seconds
    }
}

/// A room with a history: versions of tools, a state that changes, comments.
private final class FilledLog {
    let folder: DataFolder
    let writer: LogWriter
    let name: RoomName
    private let temporary: TemporaryFolder
    private let replies: LogReplies
    private var room = RoomID(number: 0)

    init(ops: UInt64, tools: UInt64, size: Int) throws {
        guard let name = RoomName("bench") else { throw Failure(.ioError, "no room") }
        self.name = name
        temporary = try TemporaryFolder()
        folder = try DataFolder.open(path: temporary.path, exclusive: true)
        writer = try LogWriter(folder: folder, durability: .full)
        replies = try LogReplies()
        guard
            case .created(let image) = try replies.submit(
                [.create(room: name, epoch: "bench", at: 0)], to: writer)
        else { throw Failure(.ioError, "the log makes no room") }
        room = image.id
        var seq = Seq.none
        while seq.number < ops {
            let group = min(256, ops - seq.number)
            let jobs = (0..<group).map { _ -> LogWriter.Job in
                seq = seq.next
                return .append(room: room, FilledLog.op(seq, tools: tools, size: size))
            }
            guard case .committed = try replies.submit(jobs, to: writer) else {
                throw Failure(.ioError, "the log did not take an op")
            }
        }
    }

    /// What the first one to come waits for, in nanoseconds.
    func open() throws -> Double {
        let reader = try LogReader(folder: folder)
        defer { reader.stop() }
        let mailbox = try Sockets.Mailbox<Bool>()
        let start = MonotonicClock.now()
        reader.submit(.room(name)) { _ in mailbox.post(true) }
        while mailbox.takeAll().isEmpty {
            guard MonotonicClock.now() - start < 60_000_000_000 else {
                throw Failure(.ioError, "the log has not answered for a minute")
            }
        }
        return Double(MonotonicClock.now() - start)
    }

    /// One at the head, in seconds.
    func checkpoint() throws -> Double {
        let start = MonotonicClock.now()
        let outcome = try replies.submit([.checkpoint(room: room)], to: writer)
        guard case .checkpointed = outcome else { throw Failure(.ioError, "no checkpoint: \(outcome)") }
        return Double(MonotonicClock.now() - start) / 1e9
    }

    /// In seconds.
    func compact(keep: UInt64) throws -> Double {
        let start = MonotonicClock.now()
        let outcome = try replies.submit([.compact(room: room, keep: .newest(keep))], to: writer)
        guard case .compacted = outcome else {
            throw Failure(.ioError, "the log was not compacted: \(outcome)")
        }
        return Double(MonotonicClock.now() - start) / 1e9
    }

    private static func op(_ seq: Seq, tools: UInt64, size: Int) -> LoggedOp {
        let number = seq.number
        let (type, name): (String, String?) =
            switch number % 5 {
            case 0: ("upgrade", "tool \(number / 5 % tools)")
            case 1, 2: ("state", "value \(number % 50)")
            default: ("comment", nil)
            }
        let names = name.map { #","name":"\#($0)""# } ?? ""
        let body = String(repeating: "x", count: size)
        return LoggedOp(
            seq: seq, at: Int64(number), author: Author(id: "0123456789abcdef", name: "bench"), type: type,
            name: name,
            resend: ResendKey(participant: "0123456789abcdef", client: "tab", id: "\(number)"),
            payload: Payload(bytes: Array(#"{"type":"\#(type)"\#(names),"body":"\#(body)"}"#.utf8)))
    }
}
