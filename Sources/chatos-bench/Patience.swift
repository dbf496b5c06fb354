import Glibc
import Sockets

/// Sends and reads where a load does one thing after the other, and waits as long as it takes; not where
/// something is measured by the turns of a loop.
enum Patience {
    /// Longer than any server here should take for one answer.
    private static let milliseconds: Int32 = 10_000

    static func send(_ bytes: [UInt8], on transport: borrowing Transport) throws {
        var sent = 0
        while sent < bytes.count || transport.hasUnsent {
            let isFlush = sent == bytes.count
            let outcome =
                isFlush ? transport.flush() : bytes[sent...].withUnsafeBytes { transport.write($0) }
            switch outcome {
            case .bytes(let count): sent += isFlush ? 0 : count
            case .wouldBlock:
                guard wait(transport, for: .write) else {
                    throw Failure(.unavailable, "the server takes nothing for ten seconds")
                }
            case .ended: throw Failure(.unavailable, "the server has hung up")
            case .failed(let error): throw error
            }
        }
    }

    /// At least one byte.
    static func read(from transport: borrowing Transport) throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            switch piece.withUnsafeMutableBytes({ transport.read(into: $0) }) {
            case .bytes(let count): return Array(piece[..<count])
            case .wouldBlock:
                guard wait(transport, for: .read) else {
                    throw Failure(.unavailable, "the server says nothing for ten seconds")
                }
            case .ended: throw Failure(.unavailable, "the server has hung up")
            case .failed(let error): throw error
            }
        }
    }

    /// Whether the server closes the connection, or ends it, behind all that it had still to say.
    static func readsToTheEnd(_ connection: LoadConnection) throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            switch piece.withUnsafeMutableBytes({ connection.socket.read(into: $0) }) {
            case .bytes(let count):
                var isClosed = false
                try piece[..<count].withUnsafeBytes { bytes in
                    try connection.scanner.scan(bytes) { if $0.opcode == 0x8 { isClosed = true } }
                }
                if isClosed { return true }
            case .wouldBlock:
                guard wait(connection.socket, for: .read, milliseconds: 1_000) else { return false }
            case .ended: return true
            case .failed(let error): throw error
            }
        }
    }

    /// False when nothing has happened for too long.
    private static func wait(
        _ transport: borrowing Transport, for wanted: Interest, milliseconds: Int32 = milliseconds
    ) -> Bool {
        let interest = transport.interest(for: wanted)
        var events: Int16 = 0
        if interest.contains(.read) { events |= Int16(POLLIN) }
        if interest.contains(.write) { events |= Int16(POLLOUT) }
        var watched = pollfd(fd: transport.descriptor, events: events, revents: 0)
        // A signal ends the waiting early, and the caller tries again.
        return poll(&watched, 1, milliseconds) != 0
    }
}
