import HubProtocol
import HubServer

/// `chatos rename`: gives a room another name; its log stays what it is.
enum Rename {
    static let command = Command(
        name: "rename", operands: ["ROOM", "NEW"], summary: "give a room another name",
        options: [DataOptions.data], run: run)

    private static func run(_ arguments: Arguments) throws {
        let room = try DataOptions.room(arguments.operands[0])
        let new = try DataOptions.room(arguments.operands[1])
        _ = try DataOptions.perform(.rename(room, to: new), arguments)
        try Terminal.output("\(room.text) is now \(new.text)\n")
    }
}
