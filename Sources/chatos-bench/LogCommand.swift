import Storage
import Trials

/// `chatos-bench log`: how many ops a second the log takes, by how many go into one commit.
enum LogCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: ["--groups", "--rooms", "--size", "--seconds", "--json"], switches: ["--relaxed"])
        let groups = try options.counts("--groups", otherwise: [1, 64, 256, 1_024])
        let rooms = try options.count("--rooms", otherwise: 1)
        let size = try options.count("--size", otherwise: 200)
        let seconds = try options.number("--seconds", otherwise: 1)
        let durability = options.has("--relaxed") ? Durability.relaxed : .full
        var table = TextTable([
            "log, \(size) B, \(durability)", "appends/s", "commit p50 us", "p99 us", "CPU us/append",
        ])
        var results: [JSONValue] = []
        for group in groups {
            let run = try LogFeed.speed(
                group: group, rooms: rooms, size: size, seconds: seconds, durability: durability)
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
}
