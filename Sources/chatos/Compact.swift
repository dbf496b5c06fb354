import HubProtocol
import HubServer
import Storage

/// `chatos compact`: drops a room's old ops, and keeps the state that they led to.
enum Compact {
    static let command = Command(
        name: "compact", operands: ["ROOM"], summary: "drop a room's old ops, keeping its state",
        options: [
            Command.Option(name: "--keep", value: "N", help: "keep the newest N ops"),
            Command.Option(
                name: "--before", value: "SEQ|TIME", help: "drop the ops before this seq or time (UTC)"),
            DataOptions.data,
        ],
        run: run)

    private static func run(_ arguments: Arguments) throws {
        let name = try DataOptions.room(arguments.operands[0])
        let request: AdminRequest
        switch (arguments.value("--keep"), arguments.value("--before")) {
        case (let text?, nil):
            guard let count = UInt64(text) else {
                throw Failure(.usage, "--keep: a number of ops, not '\(text)'")
            }
            request = .compactKeeping(name, count)
        case (nil, let text?):
            let place = try LogPlace(text, of: "--before")
            request = try DataOptions.run {
                let log = try DataOptions.snapshot(arguments)
                let room = try DataOptions.summary(name, of: log, arguments)
                switch place {
                case .seq(let seq): return .compactFrom(name, max(seq, .none.next))
                case .time(let ms):
                    let last = try log.lastSeq(of: room, before: ms)
                    return .compactFrom(name, last < .max ? last.next : last)
                }
            }
        default: throw Failure(.usage, "`compact` needs either --keep N or --before SEQ|TIME")
        }
        let result = try DataOptions.perform(request, arguments)
        let freed = "\(DataOptions.count(result.ops ?? 0, "op")) of \(result.bytes ?? 0) bytes dropped"
        let kept = result.seq.map { "; up to op \($0) only the state is left" } ?? ""
        try Terminal.output("\(name.text): \(freed)\(result.ops == 0 ? "" : kept)\n")
    }
}
