import Glibc
import Sockets
import Testing

@Suite struct ListenerTests {
    @Test func `a listener on port 0 tells which port it was given`() throws {
        let listener = try Listener(address: .loopback(port: 0))
        #expect(listener.port != 0)
        #expect(listener.address == .loopback(port: listener.port))
    }

    @Test func `a taken port is an error that names the address`() throws {
        let first = try Listener(address: .loopback(port: 0))
        do {
            _ = try Listener(address: first.address)
            Issue.record("the port was given twice")
        } catch {
            #expect(error.code == EADDRINUSE)
            #expect(error.description == "listen on \(first.address): Address already in use")
        }
    }

    @Test func `a port can be shared by listeners that all ask for it`() throws {
        let first = try Listener(address: .loopback(port: 0), reusePort: true)
        let second = try Listener(address: first.address, reusePort: true)
        #expect(first.port == second.port)
    }

    @Test func `an accepted connection sends small messages at once`() throws {
        let pair = try Pair()
        var isPrompt: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(pair.server.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isPrompt, &length)
        #expect(isPrompt == 1)
    }

    @Test func `a port that is to be shared is refused where anybody listens, sharing or not`() throws {
        let alone = try Listener(address: .loopback(port: 0))
        let first = try Listener.sharing(.loopback(port: 0))
        let second = try Listener(address: first.address, reusePort: true)
        for address in [alone.address, first.address, second.address] {
            let error = #expect(throws: SocketError.self) { _ = try Listener.sharing(address) }
            #expect(error?.description == "listen on \(address): Address already in use")
        }
        #expect(throws: SocketError.self) { _ = try Listener(address: first.address) }
    }

    @Test func `clients are dealt out among those that share a port, and none is lost`() throws {
        var first = try Listener.sharing(.loopback(port: 0))
        var second = try Listener(address: first.address, reusePort: true)
        var clients: [Wrapped] = []
        for _ in 0..<64 {
            clients.append(Wrapped(try Socket.connect(to: first.address, blocking: true)))
        }
        let counts = (accepted(by: &first), accepted(by: &second))
        #expect(counts.0 + counts.1 == 64)
        // That all of them go to one of the two happens once in 2^63.
        #expect(counts.0 > 0 && counts.1 > 0)
        withExtendedLifetime(clients) {}
    }

    private final class Wrapped {
        let socket: Socket

        init(_ socket: consuming Socket) {
            self.socket = socket
        }
    }

    private func accepted(by listener: inout Listener) -> Int {
        var count = 0
        while case .connection = listener.accept() { count += 1 }
        return count
    }

    @Test func `a port is free again at once after its connections`() throws {
        // Another test may be given the port in between, so one of a few rounds must do; a port that lingered
        // would fail them all.
        let isFree = try (0..<5).contains { _ in try isFreeAgain() }
        #expect(isFree)
    }

    private func isFreeAgain() throws -> Bool {
        var address = SocketAddress.loopback(port: 0)
        do {
            var listener = try Listener(address: address)
            address = listener.address
            let client = try Socket.connect(to: address, blocking: true)
            // The side that closes first is the one whose port lingers.
            close(listener.accept())
            #expect(client.readOnce().transfer == .ended)
        }
        do {
            let again = try Listener(address: address)
            return again.address == address
        } catch {
            return false
        }
    }

    @Test func `nobody waiting would block`() throws {
        var listener = try Listener(address: .loopback(port: 0))
        guard case .wouldBlock = listener.accept() else {
            Issue.record("somebody was accepted")
            return
        }
    }

    @Test func `[W52] without descriptors the waiting client is hung up on, and later ones are served`() async
    {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var listener = try Listener(address: .loopback(port: 0))
            let first = try Socket.connect(to: listener.address, blocking: true)
            let second = try Socket.connect(to: listener.address, blocking: true)
            var fillers: [Int32] = []
            while case let filler = open("/dev/null", O_RDONLY), filler >= 0 { fillers.append(filler) }

            for _ in 0..<2 {
                guard case .outOfDescriptors(shed: true) = listener.accept() else { fatalError("not shed") }
            }
            precondition(first.readOnce().transfer == .ended, "the first client still waits")
            precondition(second.readOnce().transfer == .ended, "the second client still waits")
            // Nobody is left in the queue, so the loop has nothing to spin on.
            guard case .wouldBlock = listener.accept() else { fatalError("somebody still waits") }

            for filler in fillers { Glibc.close(filler) }
            let third = try Socket.connect(to: listener.address, blocking: true)
            guard case .connection(let served) = listener.accept() else { fatalError("not served") }
            precondition(served.send([5]) == .bytes(1))
            precondition(third.readOnce().bytes == [5])
        }
    }

    private func close(_ accepted: consuming Listener.Accepted) {
        guard case .connection = accepted else {
            Issue.record("no connection")
            return
        }
    }
}
