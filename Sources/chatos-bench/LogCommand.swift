import Glibc
import HubProtocol
import Sockets
import Storage

/// `chatos-bench log`: how many ops a second the log takes, by how many go into one commit.
enum LogCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: ["--groups", "--size", "--seconds", "--json"], switches: ["--relaxed"])
        let groups = try options.counts("--groups", otherwise: [1, 64, 256, 1_024])
        let size = try options.count("--size", otherwise: 200)
        let seconds = try options.number("--seconds", otherwise: 1)
        let durability = options.has("--relaxed") ? Durability.relaxed : .full
        var table = TextTable([
            "log, \(size) B, \(durability)", "appends/s", "commit p50 us", "p99 us", "CPU us/append",
        ])
        var results: [JSONValue] = []
        for group in groups {
            let run = try measure(group: group, size: size, seconds: seconds, durability: durability)
            table.add([
                "\(group) to a commit", Decimal.text(run.perSecond),
                Decimal.text(Double(run.commits.quantile(0.5)) / 1e3),
                Decimal.text(Double(run.commits.quantile(0.99)) / 1e3),
                Decimal.text(run.runTime / 1e3, places: 2),
            ])
            results.append(
                .object([
                    ("group", .whole(UInt64(group))), ("appends_per_s", .number(run.perSecond)),
                    ("commit_p50_ns", .whole(run.commits.quantile(0.5))),
                    ("commit_p99_ns", .whole(run.commits.quantile(0.99))),
                    ("cpu_ns_per_append", .number(run.runTime)),
                ]))
        }
        Terminal.output(table.text)
        try ServerOptions.save(
            .object([("scenario", .text("log")), ("size", .whole(UInt64(size))), ("groups", .list(results))]),
            options)
    }

    private struct Run {
        let perSecond: Double
        /// From the submission to the reply.
        let commits: LatencyHistogram
        /// Of this whole program, per append, in nanoseconds.
        let runTime: Double
    }

    private static func measure(
        group: Int, size: Int, seconds: Double, durability: Durability
    ) throws -> Run {
        let folder = try TemporaryFolder()
        let writer = try LogWriter(
            folder: try DataFolder.open(path: folder.path, exclusive: true), durability: durability)
        defer { writer.stop() }
        let replies = try LogReplies()
        guard
            let name = RoomName("bench"),
            case .created(let image) = try replies.submit(
                [.create(room: name, epoch: "bench", at: 0)], to: writer)
        else { throw Failure(.ioError, "the log makes no room") }

        var seq = image.head
        var commits = LatencyHistogram()
        let author = Author(id: "0123456789abcdef", name: "bench")
        let start = MonotonicClock.now()
        let end = start + UInt64(seconds * 1e9)
        let runTime = try ProcessUsage.ofSelf.runTime()
        var appended = 0
        let payload = Payload(bytes: JoinCommand.op(0, named: false, size: size))
        while MonotonicClock.now() < end {
            let jobs = (0..<group).map { _ -> LogWriter.Job in
                seq = seq.next
                return .append(
                    room: image.id,
                    LoggedOp(
                        seq: seq, at: Int64(appended), author: author, type: "note", name: nil, resend: nil,
                        payload: payload))
            }
            let submitted = MonotonicClock.now()
            guard case .committed = try replies.submit(jobs, to: writer) else {
                throw Failure(.ioError, "the log did not take an op")
            }
            commits.record(MonotonicClock.now() - submitted)
            appended += group
        }
        let elapsed = Double(MonotonicClock.now() - start) / 1e9
        let used = Double(try ProcessUsage.ofSelf.runTime() &- runTime)
        return Run(perSecond: Double(appended) / elapsed, commits: commits, runTime: used / Double(appended))
    }
}
