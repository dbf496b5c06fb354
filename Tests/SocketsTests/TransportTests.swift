import Sockets
import Testing

@Suite struct TransportTests {
    @Test func `an owner's code is one for both`() throws {
        let (near, far) = try socketPair()
        let (tlsNear, tlsFar) = try socketPair()
        try converse(.plain(Socket(adopting: near)), .plain(Socket(adopting: far)))
        try converse(
            .tls(TLSSocket(server: Socket(adopting: tlsNear), TLSFiles.server())),
            .tls(TLSSocket(client: Socket(adopting: tlsFar), TLSFiles.client(), host: "localhost")))
    }

    @Test func `a plain socket has nothing unsent or pending, and wants what its owner wants`() throws {
        let (near, _) = try socketPair()
        let plain = Transport.plain(Socket(adopting: near))
        #expect(plain.descriptor == near)
        #expect(plain.hasUnsent == false)
        #expect(plain.hasPending == false)
        #expect(plain.flush() == .bytes(0))
        for interest in [[], .read, .write, [.read, .write]] as [Interest] {
            #expect(plain.interest(for: interest) == interest)
        }
    }

    @Test func `what was taken away has ended for its former owner, and works for the next`() throws {
        let (near, far) = try socketPair()
        var owned = Transport.plain(Socket(adopting: near))
        let other = Socket(adopting: far)
        let descriptor = owned.descriptor
        let taken = owned.take()
        #expect(taken.descriptor == descriptor && owned.descriptor == -1)
        #expect(readOnce(owned).transfer == .ended)
        #expect(owned.write(([1] as [UInt8]).span.bytes) == .ended)
        #expect(owned.write([1], ([2] as [UInt8]).span.bytes) == .ended)
        #expect(owned.writeVector([[1]]) == .ended)
        #expect(owned.flush() == .ended)
        #expect(!owned.hasPending && !owned.hasUnsent)
        #expect(throws: SocketError.self) { _ = try owned.localAddress() }
        owned.shutdownWrites()
        #expect(taken.write(([5] as [UInt8]).span.bytes) == .bytes(1))
        #expect(other.readOnce().bytes == [5])
    }

    /// The client asks in parts, the server answers and ends, the client sees the end.
    private func converse(_ server: consuming Transport, _ client: consuming Transport) throws {
        var request: [UInt8] = []
        var answer: [UInt8] = []
        var asked = false
        var ended = false
        for _ in 0..<50 where !ended {
            if !asked { asked = client.writeVector([[9, 1], [], [2]], skipping: 1) == .bytes(2) }
            request += readOnce(server).bytes
            if request == [1, 2] {
                #expect(server.write(([3] as [UInt8]).span.bytes) == .bytes(1))
                server.shutdownWrites()
                request = []
            }
            let (transfer, bytes) = readOnce(client)
            answer += bytes
            ended = transfer == .ended
        }
        #expect(answer == [3])
        #expect(ended)
    }

    private func readOnce(_ transport: borrowing Transport) -> (transfer: Socket.Transfer, bytes: [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 100)
        let transfer = buffer.withUnsafeMutableBytes { transport.read(into: $0) }
        guard case .bytes(let count) = transfer else { return (transfer, []) }
        return (transfer, Array(buffer.prefix(count)))
    }
}
