import Glibc
import HTTP1
import Sockets
import Synchronization
import WebSocket

@testable import Serving

/// Upgrades whoever asks, echoes what it is sent, and notes what it is told. A text that begins with `all`
/// goes to many, of whom there is but the sender, and from then on it expects more to say to them.
final class TinyService: ConnectionService {
    let loop: ConnectionLoop
    let isStopping = Atomic<Bool>(false)
    private(set) var events: [String] = []
    private(set) var expectsMore = false

    /// Runs a loop on a thread of its own while `body` talks to it; what the service was told comes back.
    static func serving(_ body: (SocketAddress) throws -> Void) throws -> [String] {
        let listener = try Listener(address: .loopback(port: 0))
        let address = listener.address
        let service = try TinyService(listener, address)
        let thread = LoopThread(service)
        let outcome = Result { try body(address) }
        service.isStopping.store(true, ordering: .relaxed)
        service.loop.waker.wake()
        thread.join()
        try outcome.get()
        return service.events
    }

    private init(_ listener: consuming Listener, _ address: SocketAddress) throws {
        loop = try ConnectionLoop(
            listener: listener, address: address, limits: ConnectionLimits(), waker: try Waker())
    }

    func react(to request: RequestHead, on connection: ClientConnection) -> Reaction {
        events.append("asked")
        return .upgrade(Upgrade(limits: Limits()))
    }

    func left(_ connection: ClientConnection) { events.append("left") }

    func woken() { if isStopping.load(ordering: .relaxed) { loop.stop() } }

    func received(_ kind: MessageKind, _ bytes: RawSpan, on connection: ClientConnection) {
        let text = bytes.withUnsafeBytes { [UInt8]($0) }
        if text == Array("alarm".utf8) {
            loop.setAlarm(atMs: loop.nowMs + 60)
            loop.setAlarm(atMs: loop.nowMs + 20)
        }
        guard text.starts(with: "all".utf8) else { return loop.send(kind, bytes, to: connection) }
        expectsMore = true
        let nobody = (1...100).map { UInt64($0) << 32 }
        loop.broadcast(text: text, to: [connection.token] + nobody)
    }

    func didNotSettle(_ connection: ClientConnection) {}
    func readTooSlowly(_ connection: ClientConnection) {}
    func hasRoom(_ connection: ClientConnection) {}
    func turnEnds() {}
    func stopping() {}
    func isDone() -> Bool { true }
    func note(_ line: String) {}
    func alarm() { events.append("alarm") }
}

/// The thread of one loop. The test leaves the service alone until it has joined.
struct LoopThread {
    private final class Body {
        let loop: ConnectionLoop
        let service: any ConnectionService

        init(_ loop: ConnectionLoop, _ service: any ConnectionService) {
            self.loop = loop
            self.service = service
        }
    }

    private let thread: pthread_t

    init(_ service: TinyService) {
        self.init(service.loop, service)
    }

    init(_ service: HandingService) {
        self.init(service.loop, service)
    }

    private init(_ loop: ConnectionLoop, _ service: any ConnectionService) {
        var made = pthread_t()
        let code = pthread_create(
            &made, nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                try? body.loop.run(body.service)
                return nil
            }, Unmanaged.passRetained(Body(loop, service)).toOpaque())
        precondition(code == 0, "no thread for the test")
        thread = made
    }

    func join() {
        pthread_join(thread, nil)
    }
}
