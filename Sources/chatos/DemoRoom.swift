import HubProtocol
import HubServer
import Storage

/// The room that a hub begins with: a recorded session, so that who comes first sees what a room is.
///
/// A folder in which there is a room already is left as it is.
enum DemoRoom {
    static let option = Command.Option(
        name: "--demo", value: "FILE", help: "where there is no room yet, make `demo` of this session file")

    static func make(_ arguments: Arguments) throws(Failure) {
        guard let path = arguments.value("--demo"), let room = RoomName("demo") else { return }
        let folder = DataOptions.folder(arguments)
        guard try DataOptions.run({ try hasNoRoom(folder) }) else { return }
        _ = try DataOptions.run {
            let client = try AdminClient(folder: folder, makingFolder: true)
            return try client.perform(.importSession(room, file: path)) { output in
                let input = CountingInput(try NamedFile.read(path))
                var piece: [UInt8] = []
                while try input.read(into: &piece, limit: 256 << 10) {
                    try output.write(piece)
                    piece.removeAll(keepingCapacity: true)
                }
                try output.close()
            }
        }
    }

    private static func hasNoRoom(_ path: String) throws(StorageError) -> Bool {
        do throws(StorageError) {
            let folder = try DataFolder.open(path: path, exclusive: false)
            return try LogSnapshot(folder: folder).rooms().isEmpty
        } catch {
            switch error {
            case .noDatabase, .system: return true
            // The hub itself brings it up to date.
            case .olderDatabase: return false
            default: throw error
            }
        }
    }
}
