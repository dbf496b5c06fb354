import Glibc
import HubProtocol
import Sockets
import Storage
import Trials

/// `chatos-bench join`: how long it takes to enter a room in which little or much has happened.
enum JoinCommand {
    /// Who joins.
    private enum Kind: String, CaseIterable {
        /// Where somebody is, so that the hub knows the room.
        case newcomer
        /// Where nobody is: the hub reads the room from its log first.
        case first = "first to come"
        /// Somebody who wants all that was ever said.
        case resumed = "since 0"
    }

    private struct Joins {
        let history: RoomHistory
        let kind: Kind
        var latency = LatencyHistogram()
        var bytes = 0
        var envelopes = 0
        var serverRunTime: UInt64 = 0
    }

    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: ["--server", "--tls", "--ops", "--tools", "--size", "--joins", "--json"])
        let tools = try options.count("--tools", otherwise: 200)
        let size = try options.count("--size", otherwise: 200)
        let joins = try options.count("--joins", otherwise: 50)
        var histories: [RoomHistory] = []
        for ops in try options.counts("--ops", otherwise: [1_000, 100_000]) {
            guard let history = RoomHistory(ops: ops, tools: tools, size: size) else {
                throw Failure(.usage, "\(ops) ops can't have made \(tools) tools")
            }
            histories.append(history)
        }
        let title = "join, \(tools) tools, \(size) B"
        var table = TextTable([title, "p50 us", "p99 us", "server us", "envelopes", "bytes"])
        var results: [JSONValue] = []
        var ratios = ""
        for spec in try ServerOptions.servers(options) {
            let measured = try measure(spec, histories, joins: joins)
            for entry in measured {
                table.add(row(spec.name, entry))
                results.append(json(spec.name, entry))
            }
            ratios += text(of: measured, by: spec.name)
        }
        Terminal.output(table.text + ratios)
        try ServerOptions.save(.object([("scenario", .text(title)), ("entries", .list(results))]), options)
    }

    private static func row(_ name: String, _ joins: Joins) -> [String] {
        [
            "\(name), \(Decimal.text(Double(joins.history.ops))) ops, \(joins.kind.rawValue)",
            Decimal.text(Double(joins.latency.quantile(0.5)) / 1e3, places: 1),
            Decimal.text(Double(joins.latency.quantile(0.99)) / 1e3, places: 1),
            Decimal.text(Double(joins.serverRunTime) / 1e3 / Double(joins.latency.count), places: 1),
            "\(joins.envelopes)", Decimal.text(Double(joins.bytes)),
        ]
    }

    private static func json(_ name: String, _ joins: Joins) -> JSONValue {
        .object([
            ("name", .text(name)), ("ops", .whole(UInt64(joins.history.ops))),
            ("kind", .text(joins.kind.rawValue)), ("p50_ns", .whole(joins.latency.quantile(0.5))),
            ("p99_ns", .whole(joins.latency.quantile(0.99))),
            ("server_ns", .number(Double(joins.serverRunTime) / Double(joins.latency.count))),
            ("envelopes", .whole(UInt64(joins.envelopes))), ("bytes", .whole(UInt64(joins.bytes))),
        ])
    }

    /// How the longest history compares with the shortest.
    private static func text(of joins: [Joins], by name: String) -> String {
        Kind.allCases.map { kind in
            let ofKind = joins.filter { $0.kind == kind }.sorted { $0.history.ops < $1.history.ops }
            guard kind != .resumed, ofKind.count > 1 else { return "" }
            let ratio =
                Double(ofKind[ofKind.count - 1].latency.quantile(0.5))
                / Double(ofKind[0].latency.quantile(0.5))
            return "\(name), \(kind.rawValue): p50 of the longest history / of the shortest "
                + "\(Decimal.text(ratio, places: 2))\n"
        }.joined()
    }
}

// MARK: - Measuring

extension JoinCommand {
    private static func measure(
        _ spec: ServerSpec, _ histories: [RoomHistory], joins count: Int
    ) throws -> [Joins] {
        var epochs: [String] = []
        let server = try RunningServer(spec) { epochs = try fill($0, histories) }
        defer { server.stop() }
        // Whoever comes has been to the hub before, as most who come to a long room have.
        let token = try enter(server, room: histories.count, resume: "").1.token
        var measured: [Joins] = []
        for kind in Kind.allCases {
            let stayers =
                kind == .first ? [] : try histories.indices.map { try enter(server, room: $0, resume: "") }
            var ofKind = histories.map { Joins(history: $0, kind: kind) }
            // In turns, since a machine's pace drifts; what has all of a long history takes long.
            for _ in 0..<(kind == .resumed ? max(1, count / 10) : count) {
                for room in histories.indices {
                    let resume = kind == .resumed ? #","after":0,"epoch":"\#(epochs[room])""# : ""
                    let hello = #""token":"\#(token)""# + resume
                    try join(server, room: room, resume: hello, into: &ofKind[room])
                    // Until the hub has seen that nobody is there any more.
                    usleep(20_000)
                }
            }
            withExtendedLifetime(stayers) {}
            usleep(100_000)
            measured += ofKind
        }
        return measured
    }

    /// From the connecting to `ready`.
    private static func join(
        _ server: RunningServer, room: Int, resume: String, into joins: inout Joins
    ) throws {
        let before = try server.usage.runTime()
        let start = MonotonicClock.now()
        let (connection, entered) = try enter(server, room: room, resume: resume)
        joins.latency.record(MonotonicClock.now() - start)
        joins.serverRunTime += try server.usage.runTime() &- before
        joins.bytes = entered.bytes
        joins.envelopes = entered.envelopes
        withExtendedLifetime(connection) {}
    }

    private static func enter(
        _ server: RunningServer, room: Int, resume: String
    ) throws -> (LoadConnection, RoomEntry.Entered) {
        let connection = LoadConnection(try Opening(server, path: "/rooms/join\(room)").open(), index: 0)
        return (
            connection,
            try RoomEntry.enter(connection.socket, early: connection.early, quiet: true, resume: resume)
        )
    }

    /// Writes the rooms' logs, `join0` and so on, and returns their epochs.
    private static func fill(_ folder: String, _ histories: [RoomHistory]) throws -> [String] {
        let feed = try LogFeed(folder: folder, durability: .relaxed)
        var rooms = try histories.indices.map { try feed.makeRoom("join\($0)") }
        for (place, history) in histories.enumerated() {
            for start in stride(from: 0, to: history.ops, by: 1_000) {
                let numbers = start..<min(history.ops, start + 1_000)
                try feed.append(numbers.map { (place: place, op: history[$0]) }, to: &rooms)
            }
        }
        return rooms.map(\.epoch)
    }
}
