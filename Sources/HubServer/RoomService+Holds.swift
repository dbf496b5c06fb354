import HubProtocol
import Rooms
import Sockets

extension RoomService {
    /// Sends everybody away, who may come back and wait at the door. `answer` is told when all that the room
    /// had to write is with the log's writer; it is false where the room is held by somebody else.
    func hold(_ room: RoomName, _ reason: Disconnect, _ answer: @Sendable (Bool) -> Void) {
        guard let effects = lobby.evict(room, reason) else { return answer(false) }
        perform(effects)
        log.flush()
        answer(true)
    }
}

/// A hub's rooms, each held by the loop that is its home.
struct LoopHolds: RoomHolds {
    let loops: Loops

    /// A loop that is not stopped answers within a turn.
    private static let patienceSeconds = 5

    func hold(_ rooms: [RoomName], _ reason: Disconnect) -> Bool {
        var held: [RoomName] = []
        for room in rooms {
            let answer = Awaited<Bool>()
            loops[loops.home(of: room)].post(.hold(room, reason) { answer.give($0) })
            guard answer.wait(seconds: LoopHolds.patienceSeconds) == true else {
                release(held)
                return false
            }
            held.append(room)
        }
        return true
    }

    func release(_ rooms: [RoomName]) {
        for room in rooms { loops[loops.home(of: room)].post(.release(room)) }
    }
}
