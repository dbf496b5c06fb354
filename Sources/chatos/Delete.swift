import HubProtocol
import HubServer

/// `chatos delete`: takes a room away with all that was said in it.
enum Delete {
    static let command = Command(
        name: "delete", operands: ["ROOM"], summary: "delete a room with its whole log",
        options: [DataOptions.data], run: run)

    private static func run(_ arguments: Arguments) throws {
        let room = try DataOptions.room(arguments.operands[0])
        let result = try DataOptions.perform(.delete(room), arguments)
        let ops = DataOptions.count(result.ops ?? 0, "op")
        try Terminal.output("\(room.text) deleted: \(ops) of \(result.bytes ?? 0) bytes\n")
    }
}
