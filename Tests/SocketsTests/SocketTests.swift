import Glibc
import Sockets
import Testing

@Suite struct SocketTests {
    @Test func `what is written on one end is read on the other`() throws {
        let pair = try Pair()
        let hello: [UInt8] = [1, 2, 3]
        #expect(pair.server.send(hello) == .bytes(3))
        #expect(pair.client.readOnce().bytes == hello)
    }

    @Test func `a read of nothing would block, and never waits`() throws {
        let pair = try Pair()
        #expect(pair.server.readOnce().transfer == .wouldBlock)
    }

    @Test func `moving no bytes is no end`() throws {
        let pair = try Pair()
        #expect(pair.server.read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0)) == .bytes(0))
        #expect(pair.server.write(UnsafeRawBufferPointer(start: nil, count: 0)) == .bytes(0))
    }

    @Test func `a half-closed peer ends the reading and may still be written to`() throws {
        let pair = try Pair()
        pair.server.shutdownWrites()
        #expect(pair.client.readOnce().transfer == .ended)
        #expect(pair.client.send([9]) == .bytes(1))
        try awaitReadable(pair.server)
        #expect(pair.server.readOnce().bytes == [9])
    }

    @Test func `writing to a peer that is gone ends, and raises no signal`() throws {
        var listener = try Listener(address: .loopback(port: 0))
        let client = try Socket.connect(to: listener.address, blocking: true)
        reset(listener.accept())
        #expect(client.readOnce().transfer == .ended)
        #expect(client.send([1]) == .ended)
    }

    @Test func `a full socket takes a part, then would block`() throws {
        let pair = try Pair()
        let block = [UInt8](repeating: 7, count: 1 << 20)
        var last = pair.server.send(block)
        for _ in 0..<100 {
            guard case .bytes = last else { break }
            last = pair.server.send(block)
        }
        #expect(last == .wouldBlock)
    }

    @Test func `both ends agree on their addresses`() throws {
        let pair = try Pair()
        #expect(try pair.client.localAddress() == pair.server.peerAddress())
        #expect(try pair.client.peerAddress() == pair.server.localAddress())
    }

    @Test func `descriptors are closed on exec and do not wait, whichever way they came`() throws {
        let pair = try Pair()
        #expect(fcntl(pair.server.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(pair.server.descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(pair.client.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(pair.client.descriptor, F_GETFL) & O_NONBLOCK == 0)
        let adopted = Socket(adopting: dup(pair.client.descriptor))
        #expect(fcntl(adopted.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(adopted.descriptor, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test func `a connection refused is an error that names the address`() throws {
        let address = try unusedAddress()
        do {
            _ = try Socket.connect(to: address, blocking: true)
            Issue.record("nobody listens there")
        } catch {
            #expect(error.code == ECONNREFUSED)
            #expect(error.description == "connect to \(address): Connection refused")
        }
    }

    @Test func `a connect that does not wait tells its outcome when it is writable`() throws {
        let address = try unusedAddress()
        var listener = try Listener(address: .loopback(port: 0))
        let good = try Socket.connect(to: listener.address, blocking: false)
        var poller = try Poller()
        try poller.add(good.descriptor, token: 1, interest: .write)
        try poller.wait(timeoutMs: 10_000) { _, readiness in #expect(readiness.contains(.write)) }
        #expect(good.connectError() == nil)
        guard case .connection = listener.accept() else {
            Issue.record("the connection did not arrive")
            return
        }
        do {
            let bad = try Socket.connect(to: address, blocking: false)
            try poller.add(bad.descriptor, token: 2, interest: .write)
            try poller.wait(timeoutMs: 10_000) { _, _ in }
            #expect(bad.connectError()?.code == ECONNREFUSED)
        } catch {
            // Loopback may refuse at once.
            #expect(error.code == ECONNREFUSED)
        }
    }

    /// An address on which somebody listened a moment ago, and nobody does now.
    private func unusedAddress() throws -> SocketAddress {
        try Listener(address: .loopback(port: 0)).address
    }

    /// Closes the connection without the usual farewell, so that the peer sees a reset.
    private func reset(_ accepted: consuming Listener.Accepted) {
        guard case .connection(let socket) = accepted else {
            Issue.record("no connection")
            return
        }
        var abrupt = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket.descriptor, SOL_SOCKET, SO_LINGER, &abrupt, socklen_t(MemoryLayout<linger>.size))
    }
}

func awaitReadable(_ socket: borrowing Socket) throws {
    var poller = try Poller()
    try poller.add(socket.descriptor, token: 0, interest: .read)
    try poller.wait(timeoutMs: 10_000) { _, _ in }
}
