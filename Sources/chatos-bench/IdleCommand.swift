import Glibc
import Sockets
import Trials
import WebSocket

/// `chatos-bench idle`: how much memory a server holds for a connection on which nothing happens, and whether
/// it still holds them all after a while.
enum IdleCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words,
            valued: ["--server", "--tls", "--connections", "--rooms", "--path", "--hold", "--json"],
            switches: ["--room"])
        let count = try options.count("--connections", otherwise: 10_000)
        // The first one, which is not counted, is a connection too.
        try FileLimit.check(connections: count + 1)
        // Few enough members that their joining, which each tells all others, is no flood.
        let rooms = try options.count("--rooms", otherwise: max(1, count / 50))
        let hold = try options.number("--hold", otherwise: 2)
        let isRoom = options.has("--room")
        let place = isRoom ? "\(rooms) rooms" : "no room"
        var table = TextTable([
            ServerOptions.prefix(options) + "idle, \(Decimal.text(Double(count))), \(place)", "private B",
            "resident B",
        ])
        var results: [JSONValue] = []
        for spec in try ServerOptions.servers(options) {
            let server = try RunningServer(spec)
            defer { server.stop() }
            let load = try IdleLoad(server, isRoom: isRoom) { index in
                isRoom ? "/rooms/idle\(index % rooms)" : options.text("--path") ?? "/echo"
            }
            let idle = try load.run(count: count, seconds: hold)
            table.add([spec.name, Decimal.text(idle.privateBytes), Decimal.text(idle.residentBytes)])
            results.append(
                .object([
                    ("name", .text(spec.name)), ("connections", .whole(UInt64(count))),
                    ("held_s", .number(hold)), ("private_bytes", .number(idle.privateBytes)),
                    ("resident_bytes", .number(idle.residentBytes)),
                ]))
        }
        Terminal.output(
            table.text + "all held for \(Decimal.text(hold, places: 1)) s, and each answered after it\n")
        try ServerOptions.save(
            .object([
                ("scenario", .text(ServerOptions.prefix(options) + "idle")),
                ("rooms", .whole(isRoom ? UInt64(rooms) : 0)), ("servers", .list(results)),
            ]), options)
    }
}
