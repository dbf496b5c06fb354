import Glibc
import HubProtocol
import Storage

/// `chatos export`: a room's log as a session file, also while a hub serves the room.
enum Export {
    static let command = Command(
        name: "export", operands: ["ROOM"], summary: "write a room's log as a session file",
        options: [
            Command.Option(name: "--data", value: "DIR", help: "the hub's data folder [data]")
        ],
        run: run)

    private static func run(_ arguments: Arguments) throws {
        guard let name = RoomName(arguments.operands[0]) else {
            throw Failure(.usage, "'\(arguments.operands[0])' is no name that a room can have")
        }
        do {
            try write(name, of: arguments.value("--data") ?? "data")
        } catch let error as StorageError {
            throw Failure(error)
        } catch let error as SessionFileError {
            throw Failure(error)
        }
    }

    private static func write(_ name: RoomName, of data: String) throws {
        let log = try LogSnapshot(folder: try DataFolder.open(path: data, exclusive: false))
        guard let room = try log.room(named: name) else {
            throw Failure(.dataError, "there is no room '\(name.text)' in \(data)")
        }
        var started = room.at
        if room.head > .none {
            try log.forEachOp(in: room.id, upTo: Seq.none.next) { started = $0.at }
        }
        let header = SessionHeader(
            room: name, epoch: room.epoch, started: started,
            authors: SessionAuthors(try log.authors(of: room.id)))
        let writer = try SessionFileWriter(.standardOutput, header: header)
        try log.forEachOp(in: room.id, upTo: room.head) { try writer.write($0) }
        try writer.finish()
    }
}
