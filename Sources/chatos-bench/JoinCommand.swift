import Sockets
import WebSocket

/// `chatos-bench join`: how long it takes to enter a room in which much has happened.
enum JoinCommand {
    private struct Entry {
        var latency = LatencyHistogram()
        var bytes = 0
        var envelopes = 0
        var serverRunTime: UInt64 = 0
    }

    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: ["--server", "--ops", "--named", "--size", "--joins", "--json"])
        let ops = try options.count("--ops", otherwise: 10_000)
        let named = min(ops, try options.count("--named", otherwise: 1_000))
        let size = try options.count("--size", otherwise: 200)
        let joins = try options.count("--joins", otherwise: 50)
        let title =
            "join, \(Decimal.text(Double(ops))) ops, \(Decimal.text(Double(named))) current, \(size) B"
        var table = TextTable([title, "p50 us", "p99 us", "server us", "envelopes", "bytes"])
        var results: [JSONValue] = []
        for spec in try ServerOptions.servers(options) {
            let server = try RunningServer(spec)
            defer { server.stop() }
            let epoch = try fill(server, ops: ops, named: named, size: size)
            for (kind, resume) in [("newcomer", ""), ("all since 0", #""after":0,"epoch":"\#(epoch)""#)] {
                let entry = try measure(server, joins: joins, resume: resume)
                table.add([
                    "\(spec.name), \(kind)",
                    Decimal.text(Double(entry.latency.quantile(0.5)) / 1e3, places: 1),
                    Decimal.text(Double(entry.latency.quantile(0.99)) / 1e3, places: 1),
                    Decimal.text(Double(entry.serverRunTime) / 1e3 / Double(joins), places: 1),
                    "\(entry.envelopes)", Decimal.text(Double(entry.bytes)),
                ])
                results.append(json(spec.name, kind, entry, joins: joins))
            }
        }
        Terminal.output(table.text)
        try ServerOptions.save(.object([("scenario", .text(title)), ("entries", .list(results))]), options)
    }

    private static func json(_ name: String, _ kind: String, _ entry: Entry, joins: Int) -> JSONValue {
        .object([
            ("name", .text(name)), ("kind", .text(kind)), ("p50_ns", .whole(entry.latency.quantile(0.5))),
            ("p99_ns", .whole(entry.latency.quantile(0.99))),
            ("server_ns", .number(Double(entry.serverRunTime) / Double(joins))),
            ("envelopes", .whole(UInt64(entry.envelopes))), ("bytes", .whole(UInt64(entry.bytes))),
        ])
    }

    /// Says so many ops in the room, the first of them named, and waits until all have come back.
    private static func fill(_ server: RunningServer, ops: Int, named: Int, size: Int) throws -> String {
        let opened = try opening(server).open()
        let connection = LoadConnection(opened, index: 0)
        let entered = try RoomEntry.enter(connection.socket, early: connection.early, quiet: true)
        var messages = WholeMessages()
        var came = 0
        // Sent in parts, so that neither side has to hold all of it.
        for start in stride(from: 0, to: ops, by: 500) {
            let end = min(ops, start + 500)
            var bytes: [UInt8] = []
            for number in start..<end {
                let op = op(number, named: number < named, size: size)
                FrameEncoder.append(.text, payload: op.span.bytes, mask: 0x0F1E_2D3C, to: &bytes)
            }
            try Patience.send(bytes, on: connection.socket)
            while came < end {
                try messages.take(try Patience.read(from: connection.socket)) { _ in came += 1 }
            }
        }
        return entered.epoch
    }

    static func op(_ number: Int, named: Bool, size: Int) -> [UInt8] {
        let head = #"{"type":"note""# + (named ? #","name":"n\#(number)""# : "") + #","body":""#
        let fixed = head.utf8.count + 2
        return Array(head.utf8) + FrameStream.payload(count: max(1, size - fixed), isText: true)
            + Array(#""}"#.utf8)
    }

    /// From the connecting to `ready`.
    private static func measure(_ server: RunningServer, joins: Int, resume: String) throws -> Entry {
        var entry = Entry()
        let before = try server.usage.runTime()
        for _ in 0..<joins {
            let start = MonotonicClock.now()
            let opened = try opening(server).open()
            let connection = LoadConnection(opened, index: 0)
            let entered = try RoomEntry.enter(
                connection.socket, early: connection.early, quiet: true, resume: resume)
            entry.latency.record(MonotonicClock.now() - start)
            entry.bytes = entered.bytes
            entry.envelopes = entered.envelopes
        }
        entry.serverRunTime = try server.usage.runTime() &- before
        return entry
    }

    private static func opening(_ server: RunningServer) -> Opening {
        Opening(server, path: "/rooms/join")
    }
}
