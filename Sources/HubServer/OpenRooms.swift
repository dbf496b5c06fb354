import HubProtocol
import Storage

/// Which rooms are open, by the log's id and by name.
///
/// Each remembers since which batch of jobs: what the log says of older batches is about an earlier opening
/// of the room, whose unwritten ops are gone.
struct OpenRooms {
    private var ids: [RoomName: RoomID] = [:]
    private var names: [RoomID: (name: RoomName, since: UInt64)] = [:]

    mutating func open(_ name: RoomName, _ id: RoomID, batch: UInt64) {
        // A second answer about a room that is open changes nothing.
        guard ids[name] == nil else { return }
        ids[name] = id
        names[id] = (name, batch)
    }

    mutating func close(_ name: RoomName) {
        guard let id = ids.removeValue(forKey: name) else { return }
        names[id] = nil
    }

    func id(of name: RoomName) -> RoomID? {
        ids[name]
    }

    /// The open room that an outcome of `batch` is about; nil if that was before it was opened.
    func name(of id: RoomID, asOf batch: UInt64) -> RoomName? {
        guard let open = names[id], batch >= open.since else { return nil }
        return open.name
    }
}
