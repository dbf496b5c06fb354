import HubProtocol
import Sockets
import Synchronization

/// The loops of a hub as each knows the others: which is a room's home, and where to leave word for it.
///
/// It serves nothing. It is the only thing that loops share beside the log's threads.
final class Loops: Sendable {
    private let mailboxes: [Mailbox<LoopMessage>]
    let counters = Counters()
    let uploads = UploadDoor()
    /// How many of them are stopping and have no connection any more.
    private let empty = Atomic<Int>(0)
    /// What any loop may know of the rooms of all.
    private let figures = Mutex(Figures())

    private struct Figures {
        var participants: [RoomName: Int] = [:]
        var visitors: [RoomName: Int] = [:]
    }

    /// How connections are spread, for who wants to know; nothing is decided by it.
    final class Counters: Sendable {
        /// Connections that were handed to the home of their room since the start.
        let handedOver = Atomic<Int>(0)
        /// Members that are elsewhere than their room now.
        let guests = Atomic<Int>(0)
    }

    init(count: Int) throws(SocketError) {
        var mailboxes: [Mailbox<LoopMessage>] = []
        for _ in 0..<count { mailboxes.append(try Mailbox()) }
        self.mailboxes = mailboxes
    }

    var count: Int { mailboxes.count }

    subscript(number: Int) -> Mailbox<LoopMessage> { mailboxes[number] }

    /// The loop that decides for a room: by the name alone (FNV-1a), so that all loops agree.
    func home(of room: RoomName) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in room.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(hash % UInt64(count))
    }

    /// Tells every loop to stop.
    func stop() {
        for mailbox in mailboxes { mailbox.post(.stop) }
    }
}

// MARK: - The end

extension Loops {
    /// One more loop is stopping and has no connection left; to be said once by each, and after its last
    /// letter.
    func markEmpty() {
        let marked = empty.add(1, ordering: .acquiringAndReleasing).newValue
        if marked >= count { for mailbox in mailboxes { mailbox.waker.wake() } }
    }

    /// Whether no loop has a connection any more, so that no letter will come that is not here already.
    var areEmpty: Bool { empty.load(ordering: .acquiring) >= count }

    /// Lets go what came for loops that have ended.
    func discardAll() {
        for mailbox in mailboxes { _ = mailbox.takeAll() }
    }
}

// MARK: - How many are where

extension Loops {
    /// Publishes how many participants are in rooms now.
    func publish(_ participants: [(room: RoomName, count: Int)]) {
        figures.withLock { figures in
            for change in participants {
                figures.participants[change.room] = change.count > 0 ? change.count : nil
            }
        }
    }

    func participants(in room: RoomName) -> Int {
        figures.withLock { $0.participants[room] ?? 0 }
    }

    /// One more WebSocket for the room is served by some loop.
    func arrive(in room: RoomName) {
        figures.withLock { $0.visitors[room, default: 0] += 1 }
    }

    func depart(from room: RoomName) {
        figures.withLock { figures in
            let count = figures.visitors[room] ?? 0
            figures.visitors[room] = count > 1 ? count - 1 : nil
        }
    }

    /// How many WebSockets there are for the room: at once, before any of them has said hello, so that a
    /// crowd that comes all together is seen.
    func visitors(of room: RoomName) -> Int {
        figures.withLock { $0.visitors[room] ?? 0 }
    }
}
