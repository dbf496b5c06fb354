import COpenSSL
import Glibc

/// A connected socket with TLS on it: reads and writes as ``Socket`` does, of what lies under the encryption.
///
/// It watches nothing, and never waits. Three things differ for its owner: the poller is to be told
/// ``interest(for:)`` instead of what the owner wants, after every call; what was written may still be on
/// this side, encrypted, while ``hasUnsent``; and bytes that came may wait above the descriptor, unknown to
/// the poller, while ``hasPending``. How long a handshake may take is the owner's matter.
public struct TLSSocket: ~Copyable {
    public let socket: Socket
    let state: State
    let wire: TLSWire
    /// OpenSSL's connection; the state owns it.
    let handle: OpaquePointer

    /// The server's end of a connection that was accepted.
    public init(server socket: consuming Socket, _ context: TLSContext) throws(SocketError) {
        precondition(context.role == .server, "a client's context has no certificate to show")
        let state = try State(descriptor: socket.descriptor, context)
        SSL_set_accept_state(state.handle)
        self.init(socket, state)
    }

    /// The client's end of a connection to `host`, a name or an IP address, which the server's certificate
    /// must bear. The handshake begins at once, be the socket connected yet or not.
    public init(client socket: consuming Socket, _ context: TLSContext, host: String) throws(SocketError) {
        try self.init(client: socket, context, host: host, resuming: nil)
    }

    /// `session` is one of OpenSSL's, of an earlier connection to the host.
    init(
        client socket: consuming Socket, _ context: TLSContext, host: String, resuming session: OpaquePointer?
    ) throws(SocketError) {
        precondition(context.role == .client, "a server's context trusts nobody")
        let state = try State(descriptor: socket.descriptor, context)
        try state.expect(host)
        if let session { SSL_set_session(state.handle, session) }
        SSL_set_connect_state(state.handle)
        self.init(socket, state)
        _ = handshake()
    }

    private init(_ socket: consuming Socket, _ state: State) {
        self.socket = socket
        self.state = state
        wire = state.wire
        handle = state.handle
    }

    public var descriptor: Int32 { socket.descriptor }

    /// What was written and not yet taken by the kernel; ``flush()`` it when the socket is writable.
    public var hasUnsent: Bool { wire.hasUnsent }

    /// Whether a ``read(into:)`` may bring something though the poller reports nothing: read again, in this
    /// turn or, where reading is paused, when it goes on.
    public var hasPending: Bool { state.hasPending }

    /// What the poller is to watch for so that the owner gets what it wants: a handshake must be heard before
    /// anything can be written, and what is unsent must go though the owner has nothing more to write.
    public func interest(for wanted: Interest) -> Interest {
        var interest = wanted
        if case .handshaking = state.phase { interest = .read }
        if hasUnsent { interest.insert(.write) }
        return interest
    }

    /// The negotiated version; nil before the handshake is done.
    public var version: TLSVersion? {
        guard SSL_is_init_finished(handle) == 1 else { return nil }
        return SSL_version(handle) == TLS1_3_VERSION ? .v1_3 : .v1_2
    }

    /// Whether a session of before was resumed, which spares the certificates.
    public var isResumed: Bool { SSL_session_reused(handle) == 1 }
}

// MARK: - Reading and writing

extension TLSSocket {
    /// Bytes that one write takes at most: four whole records, which leave in one call.
    static let writeMax = 4 * recordMax
    /// Bytes in one record at most ([RFC 8446 5.1]).
    static let recordMax = 1 << 14
    /// What a handshake may bring, in bytes: its greatest part, a chain of certificates, is some KiB.
    static let handshakeMax = 1 << 16
    /// What may wait unsent: one write, and as much again for answers of TLS itself. A peer that goes beyond
    /// asks for answers (new keys, say) that it does not read.
    static let unsentMax = 2 * writeMax

    /// Reads what is there, at most as much as `buffer` holds: of as many records as came.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Socket.Transfer {
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return .bytes(0) }
        beginTurn()
        if let stop = handshake() { return stop }
        if case .failed(let error) = state.phase { return .failed(error) }
        var filled = 0
        var stop: Socket.Transfer?
        while filled < buffer.count, stop == nil {
            var count = 0
            if SSL_read_ex(handle, start + filled, buffer.count - filled, &count) == 1 {
                filled += count
            } else {
                stop = stopReading()
            }
        }
        sendUnsent()
        if wire.unsentCount > TLSSocket.unsentMax {
            stop = fail("read", .tooMuch("the peer makes this side answer and does not read"))
        }
        // A stop that comes behind bytes is told next time, and the poller will not call for it.
        state.hasPending = filled > 0 && stop != .wouldBlock
        return filled > 0 ? .bytes(filled) : stop ?? .wouldBlock
    }

    /// Writes as much of `bytes` as goes: none while earlier ones are unsent, else as much as ``hasUnsent``
    /// may hold.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Socket.Transfer {
        guard !bytes.isEmpty else { return .bytes(0) }
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(TLSSocket.writeMax))
        return prepareWrite(bytes.count) ?? seal(bytes) ?? finishWrite(bytes.count)
    }

    public func write(_ bytes: RawSpan) -> Socket.Transfer {
        bytes.withUnsafeBytes { write($0) }
    }

    /// Sends what is unsent. Zero bytes mean that there was nothing.
    public func flush() -> Socket.Transfer {
        beginTurn()
        if let stop = handshake() { return stop }
        let before = wire.unsentCount
        sendUnsent()
        if case .failed(let error) = state.phase { return .failed(error) }
        if wire.writeError != 0 { return writeFailure() }
        return wire.hasUnsent ? .wouldBlock : .bytes(before)
    }

    /// Says farewell ([RFC 8446 6.1]) and ends this side of the conversation, behind all that was written.
    public func shutdownWrites() {
        switch state.phase {
        case .handshaking, .failed: socket.shutdownWrites()
        case .open:
            TLSErrorQueue.clear()
            SSL_shutdown(handle)
            TLSErrorQueue.clear()
            state.phase = .closing
            sendUnsent()
        case .closing, .closed: return
        }
    }

    private func beginTurn() {
        TLSErrorQueue.clear()
        wire.beginTurn()
    }
}

// MARK: - Steps that writing one part and several have in common

extension TLSSocket {
    /// Nil when there is room for `count` new bytes.
    func prepareWrite(_ count: Int) -> Socket.Transfer? {
        beginTurn()
        if let stop = handshake() { return stop }
        switch state.phase {
        case .failed(let error): return .failed(error)
        case .closing, .closed: return .ended
        case .handshaking, .open: break
        }
        sendUnsent()
        if wire.writeError != 0 { return writeFailure() }
        if wire.hasUnsent { return .wouldBlock }
        // A single record goes to the kernel from where OpenSSL made it.
        if count > TLSSocket.recordMax { wire.gather(TLSSocket.sealedBytes(count)) }
        return nil
    }

    /// How long `count` bytes are as records: the most that a record of TLS 1.2 or 1.3 adds.
    private static func sealedBytes(_ count: Int) -> Int {
        count + (count / recordMax + 1) * 32
    }

    /// Encrypts all of `bytes` and hands them to the wire, which takes everything: nil.
    func seal(_ bytes: UnsafeRawBufferPointer) -> Socket.Transfer? {
        var count = 0
        let status = SSL_write_ex(handle, bytes.baseAddress, bytes.count, &count)
        guard status == 1, count == bytes.count else { return fail("write", failure()) }
        return nil
    }

    func finishWrite(_ count: Int) -> Socket.Transfer {
        sendUnsent()
        return wire.writeError == 0 ? .bytes(count) : writeFailure()
    }

    private func sendUnsent() {
        wire.flush()
        guard case .closing = state.phase, !wire.hasUnsent else { return }
        state.phase = .closed
        socket.shutdownWrites()
    }

    private func writeFailure() -> Socket.Transfer {
        TLSSocket.transfer(of: wire.writeError, "write")
    }

    static func transfer(of code: Int32, _ operation: String) -> Socket.Transfer {
        switch code {
        case ECONNRESET, EPIPE: .ended
        default: .failed(SocketError(operation: operation, code: code))
        }
    }
}
