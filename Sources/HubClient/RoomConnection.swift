internal import Bytes
internal import Glibc
public import HubProtocol
internal import Sockets
internal import WebSocket

/// A client's connection to a room: messages out, messages in.
///
/// It keeps nothing of what is said, and doesn't come back by itself when the connection ends. One thread
/// uses it.
public final class RoomConnection {
    private let socket: Socket
    private var machine: WebSocketConnection
    /// What the socket has not taken yet.
    private var output: [UInt8] = []
    /// How the connection ended, for whoever asks once what had come is read.
    private var end: HubClientError?

    /// A message of the hub holds at most everybody who is present, or an op in its envelope.
    private static let limits = Limits(messageBytes: 16 << 20)
    /// Large enough that reading costs little beside its bytes.
    private static let piece = 64 << 10

    /// Connects to the room's WebSocket; it must be entered next.
    public init(to address: HubAddress, timeoutMs: Int = 10_000) throws(HubClientError) {
        let opened = try RoomOpening.open(address, until: Deadline(inMs: timeoutMs))
        machine = WebSocketConnection(role: .client, limits: RoomConnection.limits)
        machine.receive(opened.rest)
        socket = opened.socket
    }

    /// Connects and says hello.
    ///
    /// - Returns: the connection and what the hub answered; the state comes next ([HI2]).
    public static func enter(
        _ address: HubAddress, _ hello: Hello, timeoutMs: Int = 10_000
    ) throws(HubClientError) -> (RoomConnection, Welcome) {
        let deadline = Deadline(inMs: timeoutMs)
        let connection = try RoomConnection(to: address, timeoutMs: timeoutMs)
        try connection.send(ClientMessageEncoder.hello(hello))
        switch try connection.receive(timeoutMs: Int(deadline.remainingMs)) {
        case .welcome(let welcome): return (connection, welcome)
        case .error(let error): throw .rejected(error)
        case nil: throw .timedOut("the hub's welcome")
        case .reset, .ready, .done, .envelope, .document:
            throw .broken("another message where `welcome` belongs")
        }
    }

    /// Sends one text message. What the socket does not take at once goes out while messages are awaited.
    public func send(_ message: [UInt8]) throws(HubClientError) {
        try send(.text, message)
    }

    /// Sends one binary message ([DO1]).
    public func send(_ message: DocumentMessage) throws(HubClientError) {
        try send(.binary, message.encoded())
    }

    private func send(_ kind: Opcode, _ message: [UInt8]) throws(HubClientError) {
        if let end { throw end }
        guard machine.isOpen else { throw .ended }
        let mask = UInt32.random(in: .min ... .max)
        FrameEncoder.append(kind, payload: message.span.bytes, mask: mask, to: &output)
        flush()
    }

    /// The next message of those that have been read, nil if there is none; it waits for nothing.
    public func next() throws(HubClientError) -> ServerMessage? {
        while let event = machine.nextEvent() {
            switch event {
            case .pong: continue
            case .message(.text):
                let bytes = machine.withMessage { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
                do {
                    return try ServerMessageDecoder.decode(bytes)
                } catch {
                    throw .broken(error.description)
                }
            case .message(.binary):
                do throws(ProtocolError) {
                    return .document(
                        try machine.withMessage { bytes throws(ProtocolError) in
                            try DocumentMessage(decoding: bytes)
                        })
                } catch {
                    throw .broken(error.message)
                }
            case .closed(let code, let reason):
                end = .closed(code: (code ?? .noStatusReceived).rawValue, reason: reason)
            case .failed(_, let what):
                end = .broken(what)
            }
        }
        // Answers to pings, and to a close.
        flush()
        if let end { throw end }
        return nil
    }

    /// The next message, waiting for it at most so long; nil when there was none.
    public func receive(timeoutMs: Int) throws(HubClientError) -> ServerMessage? {
        let deadline = Deadline(inMs: timeoutMs)
        while true {
            if let message = try next() { return message }
            let remaining = deadline.remainingMs
            if remaining == 0 { return nil }
            try RoomConnection.wait(for: [self], timeoutMs: Int(remaining))
        }
    }

    /// Waits until something has come on one of the connections, or the time is over, and reads and writes
    /// what can be.
    ///
    /// Messages that were read before must have been taken by ``next()``: they wake nobody.
    public static func wait(for connections: [RoomConnection], timeoutMs: Int) throws(HubClientError) {
        var descriptors = connections.map { connection in
            let wanted = POLLIN | (connection.output.isEmpty ? 0 : POLLOUT)
            // A negative descriptor is passed over: the end of a connection is told once.
            return pollfd(
                fd: connection.end == nil ? connection.socket.descriptor : -1,
                events: Int16(truncatingIfNeeded: wanted), revents: 0)
        }
        try Readying.wait(&descriptors, timeoutMs: Int32(clamping: timeoutMs))
        for (descriptor, connection) in zip(descriptors, connections) where descriptor.revents != 0 {
            connection.read()
            connection.flush()
        }
    }

    /// Ends the conversation in good form, waiting for the hub's part of it at most so long.
    public func close(timeoutMs: Int = 1_000) {
        let deadline = Deadline(inMs: timeoutMs)
        machine.sendClose(.normalClosure)
        while !deadline.hasPassed {
            do {
                // Messages that come while closing are dropped by the machine.
                _ = try next()
                try RoomConnection.wait(for: [self], timeoutMs: Int(deadline.remainingMs))
            } catch {
                return
            }
        }
    }

    private func read() {
        let outcome = withUnsafeTemporaryAllocation(byteCount: RoomConnection.piece, alignment: 16) {
            buffer in
            let outcome = socket.read(into: buffer)
            if case .bytes(let count) = outcome {
                machine.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
            return outcome
        }
        switch outcome {
        case .bytes, .wouldBlock: return
        case .ended: end = end ?? .ended
        case .failed(let error): end = end ?? .unreachable("can't \(error)")
        }
    }

    /// A peer that takes nothing any more has perhaps said why, so it is for reading to find that it is gone.
    private func flush() {
        if machine.hasOutput { output += machine.takeOutput() }
        var sent = 0
        while sent < output.count {
            switch output.withUnsafeBytes({ socket.write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) {
            case .bytes(let count): sent += count
            case .wouldBlock:
                output.removeFirst(sent)
                return
            case .ended, .failed: sent = output.count
            }
        }
        output.removeAll(keepingCapacity: true)
    }
}
