import Sockets
import Testing
import WebSocket

@testable import Serving

@Suite struct CorkTests {
    private func connection() throws -> (ClientConnection, far: Ends) {
        var listener = try Listener(address: .loopback(port: 0))
        let far = try Ends.connect(to: listener.address)
        guard case .connection(let near) = listener.accept() else { throw Ends.Failure() }
        let connection = ClientConnection(
            token: 0, transport: .plain(near), localAddress: "127.0.0.1", now: 0)
        return (connection, far)
    }

    private func receive(_ count: Int, from far: Ends) throws -> [UInt8] {
        var received: [UInt8] = []
        while received.count < count { received += try far.receive() }
        return received
    }

    @Test func `what is gathered goes out in order, in one piece`() throws {
        let (connection, far) = try connection()
        var cork = Cork()
        cork.begin(connection)
        let small: [UInt8] = [1, 2, 3]
        let tookSmall = cork.take(.binary, small.span.bytes)
        let tookFrame = cork.take(frame: [9, 9])
        #expect(tookSmall && tookFrame)
        cork.end()
        #expect(connection.outbox.isEmpty)
        #expect(try far.receive() == [0x82, 3, 1, 2, 3, 9, 9])
    }

    @Test func `nothing overtakes a frame that was too large to gather`() throws {
        let (connection, far) = try connection()
        var cork = Cork()
        cork.begin(connection)
        let tookFirst = cork.take(frame: [1])
        let large = [UInt8](repeating: 2, count: 1 << 20)
        let tookLarge = cork.take(frame: large)
        let isCorked = cork.connection != nil
        #expect(tookFirst && !tookLarge && !isCorked)
        connection.outbox.append(large)
        // The connection's answers go into the outbox from here on, as the loop sends them.
        connection.outbox.append([3])
        cork.end()
        var received: [UInt8] = []
        while received.count < large.count + 2 {
            _ = connection.outbox.flush(to: connection.transport)
            received += try far.receive()
        }
        #expect(received.first == 1 && received.last == 3)
    }

    @Test func `what the kernel does not take waits in the outbox`() throws {
        let (connection, far) = try connection()
        var cork = Cork()
        cork.begin(connection)
        let part = [UInt8](repeating: 7, count: 200_000)
        var gathered = 0
        while cork.take(frame: part) { gathered += part.count }
        let isCorked = cork.connection != nil
        #expect(!isCorked)
        #expect(!connection.outbox.isEmpty && connection.outbox.bytes <= gathered)
        var received = 0
        while received < gathered {
            _ = connection.outbox.flush(to: connection.transport)
            received += try far.receive().count
        }
        #expect(connection.outbox.isEmpty)
    }

    @Test func `a connection on which something waits is not gathered for`() throws {
        let (connection, far) = try connection()
        connection.outbox.append([1])
        var cork = Cork()
        cork.begin(connection)
        let isCorked = cork.connection != nil
        #expect(!isCorked)
        _ = far
    }
}
