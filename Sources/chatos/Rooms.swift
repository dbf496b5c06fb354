import HubProtocol
import Storage

/// `chatos rooms`: what rooms a data folder has.
enum Rooms {
    static let command = Command(
        name: "rooms", operands: [], summary: "list the rooms, newest activity first",
        options: [DataOptions.data], run: run)

    private static func run(_ arguments: Arguments) throws {
        let rooms = try DataOptions.run { try DataOptions.snapshot(arguments).rooms() }
        var table = TextTable(["room", "ops", "newest", "epoch"])
        for room in rooms {
            table.add([room.name.text, "\(room.head.number)", UTCTime.text(room.at), room.epoch])
        }
        try Terminal.output(table.text)
    }
}
