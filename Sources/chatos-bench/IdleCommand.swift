import Glibc

/// `chatos-bench idle`: how much memory a server holds for a connection on which nothing happens.
enum IdleCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: ["--server", "--connections", "--rooms", "--path", "--json"], switches: ["--room"])
        let count = try options.count("--connections", otherwise: 10_000)
        // Few enough members that their joining, which each tells all others, is no flood.
        let rooms = try options.count("--rooms", otherwise: max(1, count / 50))
        let isRoom = options.has("--room")
        let place = isRoom ? "\(rooms) rooms" : "no room"
        var table = TextTable(["idle, \(Decimal.text(Double(count))), \(place)", "private B", "resident B"])
        var results: [JSONValue] = []
        for spec in try ServerOptions.servers(options) {
            let server = try RunningServer(spec)
            defer { server.stop() }
            let idle = try measure(server, count: count, isRoom: isRoom) { index in
                isRoom ? "/rooms/idle\(index % rooms)" : options.text("--path") ?? "/echo"
            }
            table.add([
                spec.name, Decimal.text(idle.privateBytes), Decimal.text(idle.residentBytes),
            ])
            results.append(
                .object([
                    ("name", .text(spec.name)), ("connections", .whole(UInt64(count))),
                    ("private_bytes", .number(idle.privateBytes)),
                    ("resident_bytes", .number(idle.residentBytes)),
                ]))
        }
        Terminal.output(table.text)
        try ServerOptions.save(
            .object([
                ("scenario", .text("idle")), ("rooms", .whole(isRoom ? UInt64(rooms) : 0)),
                ("servers", .list(results)),
            ]), options)
    }

    /// Per connection, above what the server held before.
    private static func measure(
        _ server: RunningServer, count: Int, isRoom: Bool, path: (Int) -> String
    ) throws -> (privateBytes: Double, residentBytes: Double) {
        let loop = try LoadLoop()
        func open(_ index: Int) throws {
            let opened = try Opening(server, path: path(index)).open()
            let connection = LoadConnection(opened, index: index)
            if isRoom {
                let entered = try RoomEntry.enter(connection.socket, early: connection.early, quiet: false)
                connection.scanner = entered.scanner
            }
            try loop.add(connection)
        }
        // The first connection pays for what all share.
        try open(0)
        usleep(settlingTime)
        let before = try server.usage.memory()
        for index in 1...count { try open(index) }
        for _ in 0..<settlingTurns {
            try loop.turn(timeoutMs: 100, onBytes: { _, _ in }, onWritable: { _ in })
        }
        usleep(settlingTime)
        let after = try server.usage.memory()
        let difference = { (after: UInt64, before: UInt64) in (Double(after) - Double(before)) / Double(count)
        }
        return (
            difference(after.privateBytes, before.privateBytes),
            difference(after.residentBytes, before.residentBytes)
        )
    }

    /// Microseconds in which a server is done with what it still had to do.
    private static let settlingTime: useconds_t = 300_000
    private static let settlingTurns = 20
}
