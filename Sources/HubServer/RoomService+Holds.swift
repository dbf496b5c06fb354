import HubProtocol
import Rooms
import Sockets

/// The rooms of a loop that nobody may enter now, since their logs are being changed from outside.
struct HeldRooms {
    /// Of each whether somebody waits for it.
    private var rooms: [RoomName: Bool] = [:]

    func contains(_ room: RoomName) -> Bool {
        !rooms.isEmpty && rooms[room] != nil
    }

    mutating func hold(_ room: RoomName) {
        rooms[room] = rooms[room] ?? false
    }

    /// Notes that somebody waits; false when the room isn't held.
    mutating func wait(for room: RoomName) -> Bool {
        guard contains(room) else { return false }
        rooms[room] = true
        return true
    }

    /// - Returns: whether somebody waits.
    mutating func release(_ room: RoomName) -> Bool {
        rooms.removeValue(forKey: room) ?? false
    }
}

extension RoomService {
    /// Sends everybody away; who comes back waits at the door. `held` is told when what the rooms had to write is
    /// with the log's writer.
    func hold(_ names: [RoomName], _ held: @Sendable (Bool) -> Void) {
        for name in names {
            self.held.hold(name)
            perform(lobby.evict(name))
        }
        log.flush()
        held(true)
    }

    func release(_ names: [RoomName]) {
        for name in names where held.release(name) {
            log.open(name, resends: RoomLimits().resends)
        }
    }
}

/// A hub's rooms, held by its loop.
struct LoopHolds: RoomHolds {
    let mailbox: Mailbox<LoopMessage>

    /// A loop that is not stopped answers within a turn.
    private static let patienceSeconds = 60

    func hold(_ rooms: [RoomName]) -> Bool {
        let answer = Awaited<Bool>()
        mailbox.post(.hold(rooms) { answer.give($0) })
        return answer.wait(seconds: LoopHolds.patienceSeconds) ?? false
    }

    func release(_ rooms: [RoomName]) {
        mailbox.post(.release(rooms))
    }
}
