import Sockets
import WebSocket

/// Where the answers to what one connection has sent are gathered while it is being read, to go out in one
/// write.
///
/// One serves all connections of a loop, in turn, so that none needs a buffer of its own for what is sent at
/// once.
struct Cork: ~Copyable {
    /// Above this an answer has a write of its own.
    private static let capacity = 1 << 18

    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Cork.capacity, alignment: 16)
    private var count = 0
    /// Whose answers these are.
    private(set) var connection: ClientConnection?

    deinit {
        buffer.deallocate()
    }

    /// From now on `connection`'s answers are gathered. Nothing may wait on it, so that order is kept.
    mutating func begin(_ connection: ClientConnection) {
        guard connection.outbox.isEmpty else { return }
        self.connection = connection
    }

    /// Gathers a message for the connection; false if it must go into its outbox.
    mutating func take(_ opcode: Opcode, _ payload: RawSpan) -> Bool {
        let size = FrameEncoder.headerSize(payloadCount: payload.byteCount) + payload.byteCount
        guard makeRoom(for: size) else { return false }
        let free = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        count += FrameEncoder.write(opcode, payload: payload, to: free)
        return true
    }

    /// Sends a message that is too large to gather, from where it is.
    mutating func pass(_ opcode: Opcode, _ payload: RawSpan, to connection: ClientConnection) {
        send()
        guard self.connection === connection else {
            return connection.outbox.append(opcode, payload: payload)
        }
        let header = FrameEncoder.header(opcode, payloadCount: payload.byteCount)
        let total = header.count + payload.byteCount
        let sent: Int
        switch connection.transport.write(header, payload) {
        case .bytes(let count): sent = count
        // A broken connection is found when its outbox is sent.
        case .wouldBlock, .ended, .failed: sent = 0
        }
        guard sent < total else { return }
        self.connection = nil
        if sent < header.count {
            header[sent...].withUnsafeBytes { connection.outbox.append($0, isRest: sent > 0) }
        }
        payload.withUnsafeBytes { bytes in
            let rest = bytes[max(0, sent - header.count)...]
            connection.outbox.append(UnsafeRawBufferPointer(rebasing: rest), isRest: sent > 0)
        }
    }

    /// Whether a message is better sent from where it is than gathered.
    static func isLarge(_ payload: RawSpan) -> Bool {
        payload.byteCount >= 1 << 15
    }

    /// Gathers a whole frame.
    mutating func take(frame: [UInt8]) -> Bool {
        guard makeRoom(for: frame.count) else { return false }
        UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: frame)
        count += frame.count
        return true
    }

    /// Sends what is gathered; what the kernel does not take waits in the outbox.
    mutating func end() {
        send()
        connection = nil
    }

    /// What finds no room goes into the outbox, and then so must all that follows.
    private mutating func makeRoom(for size: Int) -> Bool {
        if size > buffer.count - count { send() }
        guard size <= buffer.count else {
            connection = nil
            return false
        }
        return connection != nil
    }

    private mutating func send() {
        guard let connection, count > 0 else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        count = 0
        switch connection.transport.write(bytes) {
        case .bytes(let sent) where sent == bytes.count: return
        case .bytes(let sent):
            let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
            connection.outbox.append(rest, isRest: sent > 0)
        // A broken connection is found when its outbox is sent.
        case .wouldBlock, .ended, .failed: connection.outbox.append(bytes)
        }
        self.connection = nil
    }
}
