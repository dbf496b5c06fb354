import HubProtocol
import Storage

/// `chatos verify`: whether logs, or a session file, are what they were when they were written.
enum Verify {
    static let command = Command(
        name: "verify", operands: ["[ROOM]"], summary: "verify logs, or a session file",
        options: [
            Command.Option(name: "--file", value: "FILE", help: "this session file; `-` is standard input"),
            DataOptions.data,
        ],
        run: run)

    private static func run(_ arguments: Arguments) throws {
        if let path = arguments.value("--file") {
            guard arguments.operands.isEmpty else {
                throw Failure(.usage, "`verify` takes a room or --file FILE, not both")
            }
            return try file(path)
        }
        let name = try arguments.operands.first.map { try DataOptions.room($0) }
        var bad = 0
        var rooms = 0
        try DataOptions.run {
            let log = try DataOptions.snapshot(arguments)
            let chosen = try name.map { [try DataOptions.summary($0, of: log, arguments)] } ?? log.rooms()
            for room in chosen {
                rooms += 1
                if try !verify(room, log) { bad += 1 }
            }
        }
        if bad > 0 {
            throw Failure(.notVerified, bad == 1 ? "a log is damaged" : "\(bad) of \(rooms) logs are damaged")
        }
    }

    /// - Returns: whether it is sound.
    private static func verify(_ room: RoomSummary, _ log: LogSnapshot) throws -> Bool {
        var bar = ProgressBar("verifying \(room.name.text)")
        let report = try log.verify(room.id) { bar.show($0.number, of: room.head.number, "ops") }
        bar.clear()
        if let fault = report.fault {
            try Terminal.output("\(room.name.text): DAMAGED, \(fault)\n")
            return false
        }
        let erased = report.erased > 0 ? ", \(report.erased) of them erased" : ""
        let documents =
            report.documents > 0
            ? ", \(DataOptions.count(UInt64(clamping: report.documents), "document"))" : ""
        let link = ChainLink(bytes: report.link).map { ", head \($0)" } ?? ""
        let ops = DataOptions.count(UInt64(clamping: report.ops), "op")
        try Terminal.output("\(room.name.text): sound, \(ops)\(erased)\(documents)\(link)\n")
        return true
    }

    private static func file(_ path: String) throws {
        try DataOptions.run {
            let input = CountingInput(try NamedFile.read(path))
            var bar = ProgressBar("verifying \(path)")
            let reader: SessionFileReader
            var ops: UInt64 = 0
            do throws(SessionFileError) {
                reader = try SessionFileReader(input, checkingChain: true)
                while let line = try reader.next() {
                    if case .op = line { ops += 1 }
                    if ops % 1_000 == 0 { bar.show(input.count, of: input.size, "bytes") }
                }
            } catch {
                bar.clear()
                guard case .malformed = error else { throw error }
                throw Failure(.notVerified, error.description)
            }
            bar.clear()
            if let torn = reader.torn { Terminal.error("chatos: \(torn)") }
            let chain = reader.checked.map { ", \($0) held against the chain" } ?? "; the file has no chain"
            try Terminal.output("\(path): sound, \(DataOptions.count(ops, "op"))\(chain)\n")
        }
    }
}
