import Sockets
import Testing

@testable import Serving

@Suite struct ConnectionTableTests {
    private func insert(into table: inout ConnectionTable) throws -> ClientConnection {
        let listener = try Listener(address: .loopback(port: 0))
        let socket = try Socket.connect(to: listener.address, blocking: false)
        var transport: Transport? = .plain(socket)
        return table.insert { token in
            guard let transport = transport.take() else {
                preconditionFailure("one connection for one socket")
            }
            return ClientConnection(token: token, transport: transport, localAddress: "127.0.0.1", now: 1)
        }
    }

    @Test func `a connection is found by its token until it is removed`() throws {
        var table = ConnectionTable()
        let one = try insert(into: &table)
        let two = try insert(into: &table)
        #expect(table.count == 2)
        #expect(table[one.token] === one && table[two.token] === two)
        #expect(table.all.map(\.token) == [one.token, two.token])
        table.remove(one.token)
        #expect(table.count == 1)
        #expect(table[one.token] == nil)
        table.remove(one.token)
        #expect(table.count == 1)
    }

    @Test func `a token is never another connection's, though its slot is used again`() throws {
        var table = ConnectionTable()
        var tokens: Set<UInt64> = []
        for _ in 0..<100 {
            let connection = try insert(into: &table)
            #expect(tokens.insert(connection.token).inserted)
            table.remove(connection.token)
        }
        #expect(tokens.allSatisfy { table[$0] == nil })
        #expect(table.all.isEmpty)
    }

    @Test(arguments: [0, 1, ConnectionLoop.loopsMost - 1])
    func `a token tells whose loop it is, and finds nobody on another`(loop: Int) throws {
        var table = ConnectionTable(loop: loop)
        var other = ConnectionTable(loop: (loop + 1) % ConnectionLoop.loopsMost)
        let token = try insert(into: &table).token
        _ = try insert(into: &other)
        #expect(ConnectionLoop.number(ofToken: token) == loop)
        #expect(table[token] != nil && other[token] == nil)
        other.remove(token)
        #expect(other.count == 1)
    }

    @Test(arguments: [UInt64.max, UInt64.max - 1, 0, 7, UInt64(1) << 32] as [UInt64])
    func `a token that nobody has finds nobody`(token: UInt64) {
        var table = ConnectionTable()
        #expect(table[token] == nil)
        table.remove(token)
        #expect(table.count == 0)
    }
}
