import Glibc
import HTTP1
import Sockets
import Synchronization
import Testing
import WebSocket

@testable import Serving

/// A loop with the smallest service there is; the hub's tests are the loop's, too.
@Suite struct ConnectionLoopTests {
    @Test func `a service hears once that a connection is of no more use, however its handshake went`() throws
    {
        let events = Mutex<[String]>([])
        try serve(events) { address in
            // No handshake at all, one that is cut off, and one that is good.
            for lines in ["", "Upgrade: websocket\r\nConnection: Upgrade\r\n"] {
                let ends = try Ends.connect(to: address)
                try ends.send("GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n")
                while let bytes = try? ends.receive(), !bytes.isEmpty {}
            }
            let good = try Ends.connect(to: address)
            try good.send(
                """
                GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
                """)
            _ = try good.receive()
            // A close, and its answer.
            try good.send(FrameEncoder.frame(.close, payload: [], mask: 1))
            #expect(try good.receive() == [0x88, 0])
        }
        #expect(events.withLock { $0 } == ["asked", "left", "asked", "left", "asked", "left"])
    }

    /// Runs a loop on a thread of its own while `body` talks to it.
    private func serve(_ events: borrowing Mutex<[String]>, _ body: (SocketAddress) throws -> Void) throws {
        let listener = try Listener(address: .loopback(port: 0))
        let address = listener.address
        let service = try TinyService(listener, address)
        let thread = LoopThread(service)
        let outcome = Result { try body(address) }
        service.isStopping.store(true, ordering: .relaxed)
        service.loop.waker.wake()
        thread.join()
        events.withLock { $0 = service.events }
        try outcome.get()
    }
}

/// Upgrades whoever asks, and notes what it is told.
private final class TinyService: ConnectionService {
    let loop: ConnectionLoop
    let isStopping = Atomic<Bool>(false)
    private(set) var events: [String] = []

    init(_ listener: consuming Listener, _ address: SocketAddress) throws {
        loop = try ConnectionLoop(
            listener: listener, address: address, limits: ConnectionLimits(), waker: try Waker())
    }

    func react(to request: RequestHead, on connection: ClientConnection) -> Reaction {
        events.append("asked")
        return .upgrade(Upgrade(limits: Limits()))
    }

    func left(_ connection: ClientConnection) { events.append("left") }

    func woken() { if isStopping.load(ordering: .relaxed) { loop.stop() } }

    func received(_ kind: MessageKind, on connection: ClientConnection) {}
    func didNotSettle(_ connection: ClientConnection) {}
    func readTooSlowly(_ connection: ClientConnection) {}
    func hasRoom(_ connection: ClientConnection) {}
    func turnEnds() {}
    func stopping() {}
    func note(_ line: String) {}
}

/// The thread of one loop. The test leaves the service alone until it has joined.
private struct LoopThread {
    private let thread: pthread_t

    init(_ service: TinyService) {
        var made = pthread_t()
        let code = pthread_create(
            &made, nil,
            { argument in
                guard let argument else { return nil }
                let service = Unmanaged<TinyService>.fromOpaque(argument).takeRetainedValue()
                try? service.loop.run(service)
                return nil
            }, Unmanaged.passRetained(service).toOpaque())
        precondition(code == 0, "no thread for the test")
        thread = made
    }

    func join() {
        pthread_join(thread, nil)
    }
}
