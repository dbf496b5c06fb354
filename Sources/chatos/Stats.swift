import HubProtocol
import Storage

/// `chatos stats`: what takes how much room in a data folder.
enum Stats {
    static let command = Command(
        name: "stats", operands: ["[ROOM]"], summary: "say what the log takes, as a whole or for one room",
        options: [DataOptions.data], run: run)

    private static func run(_ arguments: Arguments) throws {
        let text = try DataOptions.run {
            let log = try DataOptions.snapshot(arguments)
            guard let operand = arguments.operands.first else { return try whole(log) }
            return try one(
                try DataOptions.summary(try DataOptions.room(operand), of: log, arguments), log)
        }
        try Terminal.output(text)
    }

    private static func whole(_ log: LogSnapshot) throws -> String {
        let size = try log.size()
        var table = TextTable([
            "room", "ops", "bytes", "current", "erased", "checkpoints", "dropped up to", "files",
        ])
        for room in try log.rooms() {
            let has = try log.statistics(of: room.id)
            table.add([
                room.name.text, "\(has.ops)", "\(has.bytes)", "\(has.current)", "\(has.erased)",
                "\(has.checkpoints)", "\(room.trimmed.number)", "\(has.assets)",
            ])
        }
        return """
            database         \(size.database) bytes, \(size.free) of them free
            write-ahead log  \(size.writeAheadLog) bytes

            \(table.text)
            """
    }

    private static func one(_ room: RoomSummary, _ log: LogSnapshot) throws -> String {
        let has = try log.statistics(of: room.id)
        var lines = [
            "room         \(room.name.text)",
            "epoch        \(room.epoch)",
            "origin       \(room.origin)",
            "newest op    \(room.head.number), \(UTCTime.text(room.at))",
            "ops          \(has.ops), of \(has.bytes) bytes",
            "current      \(has.current)",
            "erased       \(has.erased)",
            "checkpoints  \(has.checkpoints), of \(has.checkpointBytes) bytes",
        ]
        if has.assets > 0 { lines.append("files        \(has.assets), of \(has.assetBytes) bytes") }
        if has.documents > 0 {
            let states = "\(has.documentStates) states of \(has.documentBytes) bytes"
            lines.append("documents    \(has.documents), with \(states) beside the log")
        }
        if room.trimmed > .none { lines.append("compacted    up to op \(room.trimmed.number)") }
        for range in try log.imports(of: room.id) {
            let ops = "ops \(range.first.number) to \(range.last.number)"
            lines.append("imported     \(ops), \(UTCTime.text(range.at)), from \(OneLine.of(range.source))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
