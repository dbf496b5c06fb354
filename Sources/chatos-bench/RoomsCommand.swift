import Glibc
import Sockets
import Trials

/// `chatos-bench rooms`: whether a server keeps something of rooms that everybody has left.
enum RoomsCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: ["--server", "--tls", "--rooms", "--rounds", "--members", "--json"],
            switches: ["--quiet"])
        let rooms = try options.count("--rooms", otherwise: 1_000)
        let rounds = try options.count("--rounds", otherwise: 5)
        let members = try options.count("--members", otherwise: 2)
        try FileLimit.check(connections: rooms * members)
        let isQuiet = options.has("--quiet")
        let title =
            "\(Decimal.text(Double(rooms))) rooms opened and left, \(members) members each"
            + (isQuiet ? ", nothing logged" : "")
        var table = TextTable([title, "resident KiB", "private KiB"])
        var results: [JSONValue] = []
        for spec in try ServerOptions.servers(options) {
            let server = try RunningServer(spec)
            defer { server.stop() }
            var memory: [ProcessUsage.Memory] = []
            var tokens: [String] = []
            for round in 0...rounds {
                if round > 0 {
                    tokens = try openAndLeave(
                        server, rooms: rooms, members: members, quiet: isQuiet, tokens: tokens)
                }
                usleep(settlingTime)
                let now = try server.usage.memory()
                memory.append(now)
                table.add([
                    "\(spec.name), " + (round == 0 ? "before" : "after round \(round)"),
                    Decimal.text(Double(now.residentBytes) / 1_024),
                    Decimal.text(Double(now.privateBytes) / 1_024),
                ])
            }
            results.append(
                .object([
                    ("name", .text(spec.name)),
                    ("resident_bytes", .list(memory.map { .whole($0.residentBytes) })),
                    ("private_bytes", .list(memory.map { .whole($0.privateBytes) })),
                ]))
        }
        Terminal.output(table.text)
        try ServerOptions.save(.object([("scenario", .text(title)), ("servers", .list(results))]), options)
    }

    /// All rooms are open at once, and then none is. The members are the same in every round, once they have
    /// their tokens, which are returned.
    private static func openAndLeave(
        _ server: RunningServer, rooms: Int, members: Int, quiet: Bool, tokens: [String]
    ) throws -> [String] {
        var connections: [LoadConnection] = []
        var issued: [String] = []
        for index in 0..<rooms * members {
            let opening = Opening(server, path: "/rooms/left\(index % rooms)")
            let connection = LoadConnection(try opening.open(), index: index)
            // Unless they are quiet, their coming and going are logged, and the log's pages stay in memory.
            let entered = try RoomEntry.enter(
                connection.socket, early: connection.early, quiet: quiet,
                resume: tokens.isEmpty ? "" : #""token":"\#(tokens[index])""#)
            connections.append(connection)
            issued.append(entered.token)
        }
        return tokens.isEmpty ? issued : tokens
    }

    /// Microseconds in which a hub has seen that they went, and logged it.
    private static let settlingTime: useconds_t = 1_000_000
}
