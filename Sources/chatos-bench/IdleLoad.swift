import Glibc
import Sockets
import WebSocket

/// Opens connections that say nothing, holds them, and sees at the end that each still has an answer.
final class IdleLoad {
    /// Of one connection, above what the server held before.
    struct Memory {
        let privateBytes: Double
        let residentBytes: Double
    }

    private let server: RunningServer
    private let isRoom: Bool
    private let path: (Int) -> String
    private let loop: LoadLoop

    /// Microseconds in which a server is done with what it still had to do.
    private static let settlingTime: useconds_t = 300_000

    /// - Parameter path: that of each connection.
    init(_ server: RunningServer, isRoom: Bool, path: @escaping (Int) -> String) throws {
        self.server = server
        self.isRoom = isRoom
        self.path = path
        loop = try LoadLoop()
    }

    func run(count: Int, seconds: Double) throws -> Memory {
        // The first connection pays for what all share.
        try open(0)
        usleep(IdleLoad.settlingTime)
        let before = try server.usage.memory()
        for index in 1...count { try open(index) }
        let end = MonotonicClock.now() + UInt64(seconds * 1e9)
        while MonotonicClock.now() < end { try turn { _ in } }
        usleep(IdleLoad.settlingTime)
        let after = try server.usage.memory()
        try seeThatAllAnswer()
        let difference = { (after: UInt64, before: UInt64) in
            (Double(after) - Double(before)) / Double(count)
        }
        return Memory(
            privateBytes: difference(after.privateBytes, before.privateBytes),
            residentBytes: difference(after.residentBytes, before.residentBytes))
    }

    private func open(_ index: Int) throws {
        let connection = LoadConnection(try Opening(server, path: path(index)).open(), index: index)
        if isRoom {
            let entered = try RoomEntry.enter(connection.socket, early: connection.early, quiet: false)
            connection.scanner = entered.scanner
        }
        try loop.add(connection)
    }

    /// Calls `body` with the opcode of each message or control frame that has come.
    private func turn(_ body: (UInt8) -> Void) throws {
        try loop.turn(
            timeoutMs: 100,
            onBytes: { connection, bytes in
                try connection.scanner.scan(bytes) { piece throws(Failure) in
                    if piece.opcode == 0x8 { throw Failure.closed(piece) }
                    if piece.isLast { body(piece.opcode) }
                }
            }, onWritable: { try self.loop.flush($0) })
    }

    /// In a room by a ping, which concerns nobody else; outside by a message that comes back.
    private func seeThatAllAnswer() throws {
        let question = FrameEncoder.frame(
            isRoom ? .ping : .text, payload: Array("idle".utf8), mask: 0x1234_5678)
        let answer: UInt8 = isRoom ? 0xA : 0x1
        var answered = 0
        for connection in loop.connections {
            connection.outgoing += question
            try loop.flush(connection)
            // Few at a time are enough, and no flood.
            if connection.index.isMultiple(of: 100) { try turn { answered += $0 == answer ? 1 : 0 } }
        }
        let end = MonotonicClock.now() + 5_000_000_000
        while answered < loop.connections.count {
            guard MonotonicClock.now() < end else {
                throw Failure(
                    .dataError,
                    "\(server.spec.name): \(loop.connections.count - answered) of the idle "
                        + "connections give no answer after five seconds")
            }
            try turn { answered += $0 == answer ? 1 : 0 }
        }
    }
}
