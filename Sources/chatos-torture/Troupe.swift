import Glibc
import HubClient
import HubProtocol
import Sockets
import Trials

/// All clients of a run: who is in which room, what they do at random, and waiting until they agree.
///
/// It does not start or end hubs.
final class Troupe {
    let clients: [TortureClient]
    let rooms: [RoomName]
    let ledger = Ledger()
    var generator: Chance

    /// As many unacknowledged ops as a client lets come together.
    private static let mostUnsent = 40

    init(clients count: Int, rooms roomCount: Int, seed: UInt64) {
        let rooms = (1...roomCount).compactMap { RoomName("room \($0)") }
        let ledger = ledger
        self.rooms = rooms
        clients = (0..<count).map { number in
            TortureClient(
                number: number, room: rooms[number % rooms.count], isQuiet: number % 5 == 4, ledger: ledger)
        }
        generator = Chance(seed: seed)
    }

    func members(of room: RoomName) -> [TortureClient] { clients.filter { $0.room == room } }

    /// Has everybody come who is not there.
    func connect(to hub: HubProcess) {
        guard let port = hub.port else { return }
        for client in clients where client.connection == nil {
            // What it says comes after what the hub logs of its coming: who has its answer has seen that too.
            if client.connect(port: port) { client.say(using: &generator) }
            hear(timeoutMs: 0)
            if hub.hasEnded { return }
        }
    }

    /// Reads what has come, waiting for it at most so long.
    func hear(timeoutMs: Int) {
        let connections = clients.compactMap(\.connection)
        if connections.isEmpty {
            usleep(UInt32(timeoutMs) * 1_000)
        } else {
            // An interrupted wait only ends early.
            try? RoomConnection.wait(for: connections, timeoutMs: timeoutMs)
        }
        for client in clients { client.hear() }
    }

    /// Has everybody do something at random, until the hub ends or the time is over.
    func act(on hub: HubProcess, forMs duration: UInt64) {
        let end = MonotonicClock.now() + duration * 1_000_000
        while MonotonicClock.now() < end, !hub.hasEnded {
            for _ in 0..<8 {
                if let client = clients.randomElement(using: &generator) { act(client, hub) }
            }
            hear(timeoutMs: 1)
        }
    }

    private func act(_ client: TortureClient, _ hub: HubProcess) {
        guard client.connection != nil else {
            if let port = hub.port { _ = client.connect(port: port) }
            return
        }
        switch Int.random(in: 0..<200, using: &generator) {
        case 0..<150:
            if client.outbox.count < Troupe.mostUnsent { client.say(using: &generator) }
        case 150..<170: client.pulse(using: &generator)
        case 170..<182: client.sayAgain(using: &generator)
        case 182..<188: client.drop()
        case 188..<191: client.rename("client \(client.number), \(Int.random(in: 1...99, using: &generator))")
        case 191..<196: client.announce()
        default: client.ask()
        }
    }

    /// Listens to a hub that is stopping, which wants its closes answered.
    func hear(untilEndOf hub: HubProcess) throws(Failure) {
        for _ in 0..<2_000 where !hub.hasEnded { hear(timeoutMs: 5) }
        try hub.wait(within: 5)
        leave()
    }

    /// Reads what an ended hub has still sent, and lets the connections go.
    func leave() {
        for _ in 0..<1_000 where clients.contains(where: { $0.connection != nil }) { hear(timeoutMs: 10) }
        for client in clients { client.drop() }
    }

    /// Waits until everybody is there, has everything acknowledged, and was shown as much as all others.
    ///
    /// - Returns: false when the hub has ended before.
    func settle(on hub: HubProcess, within seconds: UInt64 = 30) -> Bool {
        let end = MonotonicClock.now() + seconds * 1_000_000_000
        while MonotonicClock.now() < end {
            if hub.hasEnded { return false }
            connect(to: hub)
            hear(timeoutMs: 5)
            if isSettled { return true }
        }
        for client in clients where !client.isSettled {
            client.violation(
                .misbehaved,
                "not settled after \(seconds) s: \(client.outbox.count) unacknowledged, "
                    + "head \(client.view.head)"
            )
        }
        return true
    }

    private var isSettled: Bool {
        clients.allSatisfy(\.isSettled)
            && rooms.allSatisfy { room in Set(members(of: room).map(\.view.head)).count == 1 }
    }
}
