import Glibc
import HubProtocol
import Sockets
import Storage

/// `chatos export`: a room's log as a session file, also while a hub serves the room.
enum Export {
    static let command = Command(
        name: "export", operands: ["ROOM"], summary: "write a room's log as a session file",
        options: [
            Command.Option(
                name: "--output", value: "FILE", help: "the file to make, compressed if it ends in .gz"),
            Command.Option(
                name: "--from", value: "SEQ|TIME", help: "begin at this seq or time (UTC)"),
            Command.Option(name: "--to", value: "SEQ|TIME", help: "end with this seq or time (UTC)"),
            Command.Option(name: "--type", value: "TYPE", help: "ops of this type alone", repeats: true),
            Command.Option(
                name: "--redact", value: "USER", help: "leave out what this id or name said", repeats: true),
            DataOptions.data,
        ],
        run: run)

    private static func run(_ arguments: Arguments) throws {
        let name = try DataOptions.room(arguments.operands[0])
        var export = SessionExport()
        export.from = try moment(arguments, "--from")
        export.to = try moment(arguments, "--to")
        export.types = arguments.all("--type")
        export.redacted = arguments.all("--redact")
        try DataOptions.run {
            let log = try DataOptions.snapshot(arguments)
            let room = try DataOptions.summary(name, of: log, arguments)
            guard let path = arguments.value("--output") else {
                return try export.write(
                    room, of: log, to: ByteFile.standardOutput, now: WallClock.nowMs())
            }
            let output = try NamedFile.write(path)
            var bar = ProgressBar("exporting \(name.text)")
            defer { bar.clear() }
            do {
                try export.write(room, of: log, to: output, now: WallClock.nowMs()) { seq, last in
                    bar.show(seq.number, of: last.number, "ops")
                }
            } catch {
                // What is not whole must not be taken for it.
                unlink(path)
                throw error
            }
        }
    }

    private static func moment(_ arguments: Arguments, _ option: String) throws(Failure) -> LogMoment? {
        guard let text = arguments.value(option) else { return nil }
        switch try LogPlace(text, of: option) {
        case .seq(let seq): return .seq(seq)
        case .time(let ms): return .time(ms)
        }
    }
}
