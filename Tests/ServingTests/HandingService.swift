import Glibc
import HTTP1
import Sockets
import Synchronization
import WebSocket

@testable import Serving

/// Hands every connection to another service where it has one; else upgrades it and echoes.
final class HandingService: ConnectionService {
    /// What other threads leave for a service.
    enum Word: Sendable {
        case adopt(MovingConnection)
        case stop
    }

    let loop: ConnectionLoop
    private let mailbox: Mailbox<Word>
    private let next: Mailbox<Word>?
    /// Requests that were reacted to here, be it by handing them on.
    let reactions = Atomic<Int>(0)

    init(
        _ listener: consuming Listener, _ mailbox: Mailbox<Word>, next: Mailbox<Word>?, number: Int,
        tls: TLSContext?
    ) throws {
        let address = listener.address
        self.mailbox = mailbox
        self.next = next
        loop = try ConnectionLoop(
            listener: listener, address: address, limits: ConnectionLimits(), waker: mailbox.waker, tls: tls,
            number: number)
    }

    func react(to request: RequestHead, on connection: ClientConnection) -> Reaction {
        if let next {
            return .handOver { moving in
                next.post(.adopt(moving))
                self.reactions.add(1, ordering: .releasing)
            }
        }
        reactions.add(1, ordering: .relaxed)
        guard request.path == "/" else { return .answer(.error(404, "nothing here")) }
        return .upgrade(Upgrade(limits: Limits()))
    }

    func received(_ kind: MessageKind, _ bytes: RawSpan, on connection: ClientConnection) {
        loop.send(kind, bytes, to: connection)
    }

    func woken() {
        for word in mailbox.takeAll() {
            switch word {
            case .adopt(let moving): loop.adopt(moving)
            case .stop: loop.stop()
            }
        }
    }

    func stopping() {
        for connection in loop.webSockets { loop.close(connection, .goingAway, reason: "") }
    }

    func left(_ connection: ClientConnection) {}
    func didNotSettle(_ connection: ClientConnection) {}
    func readTooSlowly(_ connection: ClientConnection) {}
    func hasRoom(_ connection: ClientConnection) {}
    func turnEnds() {}
    var expectsMore: Bool { false }
    func isDone() -> Bool { true }
    func note(_ line: String) {}
}

/// Two loops, of which the first hands all that it accepts to the second.
struct HandingPair {
    let address: SocketAddress
    private let services: [HandingService]
    private let mailboxes: [Mailbox<HandingService.Word>]
    private var threads: [LoopThread] = []

    init(tls: TLSContext? = nil) throws {
        let listener = try Listener(address: .loopback(port: 0))
        address = listener.address
        mailboxes = [try Mailbox(), try Mailbox()]
        services = [
            try HandingService(listener, mailboxes[0], next: mailboxes[1], number: 0, tls: tls),
            try HandingService(
                try Listener(address: .loopback(port: 0)), mailboxes[1], next: nil, number: 1, tls: tls),
        ]
    }

    /// Requests that the second loop reacted to.
    var served: Int { services[1].reactions.load(ordering: .relaxed) }

    /// Starts the loops in their order, up to so many.
    mutating func start(upTo count: Int = 2) {
        while threads.count < count { threads.append(LoopThread(services[threads.count])) }
    }

    /// Waits until the first loop has handed on so many.
    func waitUntilHandedOn(_ count: Int) {
        while services[0].reactions.load(ordering: .acquiring) < count { usleep(1_000) }
    }

    func tellToStop(_ number: Int) {
        mailboxes[number].post(.stop)
    }

    /// Stops the loops that run, and waits for their end.
    func stop() {
        for (number, thread) in threads.enumerated() {
            tellToStop(number)
            thread.join()
        }
    }

    /// Lets go what lies in the second loop's mailbox.
    func discard() {
        _ = mailboxes[1].takeAll()
    }
}
