import HubProtocol
import HubServer

/// `chatos erase`: takes what one op says out of a log for good, and that there was an op stays; or a file
/// out of a room.
enum Erase {
    static let command = Command(
        name: "erase", operands: ["ROOM", "SEQ|HASH"],
        summary: "erase what one op says, and the chain still verifies; or a file of the room",
        options: [
            Command.Option(name: "--by", value: "NAME", help: "who erases it, for the log [the operator]"),
            DataOptions.data,
        ],
        run: run)

    private static func run(_ arguments: Arguments) throws {
        let room = try DataOptions.room(arguments.operands[0])
        if let hash = AssetHash(arguments.operands[1]) {
            let result = try DataOptions.perform(.eraseAsset(room, hash), arguments)
            return try Terminal.output("\(room.text): file erased, \(result.bytes ?? 0) bytes\n")
        }
        let seq = try DataOptions.seq(arguments.operands[1], of: "SEQ")
        let actor = arguments.value("--by") ?? "the operator"
        let result = try DataOptions.perform(.erase(room, seq, actor: actor), arguments)
        try Terminal.output("\(room.text): op \(seq.number) erased, \(result.bytes ?? 0) bytes\n")
    }
}
