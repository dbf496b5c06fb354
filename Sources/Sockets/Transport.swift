/// A connection's bytes, with TLS under them or without: an owner's code is the same for both.
///
/// What each call means stands at ``TLSSocket``; on a plain ``Socket`` nothing is ever unsent or pending.
public enum Transport: ~Copyable {
    case plain(Socket)
    case tls(TLSSocket)

    public var descriptor: Int32 {
        switch self {
        case .plain(let socket): socket.descriptor
        case .tls(let socket): socket.descriptor
        }
    }

    public var hasUnsent: Bool {
        switch self {
        case .plain: false
        case .tls(let socket): socket.hasUnsent
        }
    }

    public var hasPending: Bool {
        switch self {
        case .plain: false
        case .tls(let socket): socket.hasPending
        }
    }

    public func interest(for wanted: Interest) -> Interest {
        switch self {
        case .plain: wanted
        case .tls(let socket): socket.interest(for: wanted)
        }
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Socket.Transfer {
        switch self {
        case .plain(let socket): socket.read(into: buffer)
        case .tls(let socket): socket.read(into: buffer)
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer) -> Socket.Transfer {
        switch self {
        case .plain(let socket): socket.write(bytes)
        case .tls(let socket): socket.write(bytes)
        }
    }

    public func write(_ bytes: RawSpan) -> Socket.Transfer {
        bytes.withUnsafeBytes { write($0) }
    }

    public func writeVector(_ parts: ArraySlice<[UInt8]>, skipping skipped: Int = 0) -> Socket.Transfer {
        switch self {
        case .plain(let socket): socket.writeVector(parts, skipping: skipped)
        case .tls(let socket): socket.writeVector(parts, skipping: skipped)
        }
    }

    /// Writes a header and what belongs to it, as much of both as is taken.
    public func write(_ header: [UInt8], _ payload: RawSpan) -> Socket.Transfer {
        switch self {
        case .plain(let socket): return socket.write(header, payload)
        case .tls(let socket):
            let first = header.withUnsafeBytes { socket.write($0) }
            guard case .bytes(header.count) = first else { return first }
            let second = payload.withUnsafeBytes { socket.write($0) }
            guard case .bytes(let count) = second else { return first }
            return .bytes(header.count + count)
        }
    }

    public func flush() -> Socket.Transfer {
        switch self {
        case .plain: .bytes(0)
        case .tls(let socket): socket.flush()
        }
    }

    public func shutdownWrites() {
        switch self {
        case .plain(let socket): socket.shutdownWrites()
        case .tls(let socket): socket.shutdownWrites()
        }
    }

    public func localAddress() throws(SocketError) -> SocketAddress {
        switch self {
        case .plain(let socket): try socket.localAddress()
        case .tls(let socket): try socket.socket.localAddress()
        }
    }
}
