import HubProtocol
import HubServer
import Storage

/// `chatos import`: makes a room of a session file, or rooms of a dump of the program that ChatOS began as.
enum Import {
    static let command = Command(
        name: "import", operands: ["[FILE]"], summary: "make a room of a session file",
        options: [
            Command.Option(name: "--room", value: "NAME", help: "the new room; a dump's own names if absent"),
            Command.Option(
                name: "--chatos", value: "FILE",
                help: "rooms of chat.os instead: a mongoexport of its messages"),
            DataOptions.data,
        ],
        run: run)

    private static func run(_ arguments: Arguments) throws {
        let room = try arguments.value("--room").map { try DataOptions.room($0) }
        switch (arguments.operands.first, arguments.value("--chatos")) {
        case (let path?, nil):
            guard let room else { throw Failure(.usage, "`import` needs --room NAME, the room to make") }
            try session(path, room, arguments)
        case (nil, let path?): try rooms(ofDump: path, room, arguments)
        default: throw Failure(.usage, "`import` takes either FILE or --chatos FILE")
        }
    }

    private static func session(_ path: String, _ room: RoomName, _ arguments: Arguments) throws {
        let result = try DataOptions.run {
            let input = CountingInput(try NamedFile.read(path))
            var bar = ProgressBar("importing \(path)")
            defer { bar.clear() }
            let client = try AdminClient(folder: DataOptions.folder(arguments), makingFolder: true)
            return try client.perform(.importSession(room, file: path)) { output in
                var piece: [UInt8] = []
                while try input.read(into: &piece, limit: 256 << 10) {
                    try output.write(piece)
                    piece.removeAll(keepingCapacity: true)
                    bar.show(input.count, of: input.size, "bytes")
                }
                if input.isTorn { Terminal.error("chatos: \(path) is cut off; what is whole of it is taken") }
                try output.close()
            }
        }
        if let warning = result.warning { Terminal.error("chatos: \(warning)") }
        try Terminal.output("\(room.text): \(DataOptions.count(result.ops ?? 0, "op")) imported\n")
    }

    // MARK: The original

    /// Each room is imported whole or not at all. All are looked at before the first is made.
    private static func rooms(ofDump path: String, _ only: RoomName?, _ arguments: Arguments) throws {
        try DataOptions.run {
            let dump = try MessagesDump(path: path)
            guard only == nil || dump.rooms.count == 1 else {
                throw Failure(.usage, "--room: \(path) has \(dump.rooms.count) rooms, which keep their names")
            }
            let client = try AdminClient(folder: DataOptions.folder(arguments), makingFolder: true)
            let log = try DataOptions.snapshot(arguments)
            for room in dump.rooms where try log.room(named: only ?? room) != nil {
                throw Failure(
                    .dataError, "there is a room '\((only ?? room).text)' already; nothing is imported")
            }
            for room in dump.rooms {
                let name = only ?? room
                var bar = ProgressBar("importing \(name.text)")
                defer { bar.clear() }
                let result = try client.perform(.importSession(name, file: path)) { output in
                    try write(dump, room, to: output, &bar)
                }
                bar.clear()
                try Terminal.output("\(name.text): \(DataOptions.count(result.ops ?? 0, "op")) imported\n")
            }
        }
    }

    /// A dump's room as a session file without a chain, which the hub makes.
    private static func write(
        _ dump: MessagesDump, _ room: RoomName, to output: any ByteOutput, _ bar: inout ProgressBar
    ) throws {
        let total = UInt64(dump.count(in: room))
        var authors: [Author] = []
        var seen: Set<ExactAuthor> = []
        var started: Int64?
        try dump.forEachOp(in: room) { op in
            started = started ?? op.at
            if seen.insert(ExactAuthor(op.author)).inserted { authors.append(op.author) }
        }
        let header = SessionHeader(
            room: room, epoch: "chat.os", started: started ?? 0, authors: SessionAuthors(authors))
        let writer = try SessionFileWriter(output, header: header)
        try dump.forEachOp(in: room) { op in
            try writer.write(op)
            bar.show(op.seq.number, of: total, "ops")
        }
        try writer.finish()
    }
}
