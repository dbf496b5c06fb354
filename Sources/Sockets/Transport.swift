import Glibc

/// A connection's bytes, with TLS under them or without: an owner's code is the same for both.
///
/// What each call means stands at ``TLSSocket``; on a plain ``Socket`` nothing is ever unsent or pending.
public enum Transport: ~Copyable {
    case plain(Socket)
    case tls(TLSSocket)
    /// Taken away from its owner; whatever is still asked of it, it has ended.
    case gone

    public var descriptor: Int32 {
        switch self {
        case .plain(let socket): socket.descriptor
        case .tls(let socket): socket.descriptor
        case .gone: -1
        }
    }

    public var hasUnsent: Bool {
        switch self {
        case .plain: false
        case .tls(let socket): socket.hasUnsent
        case .gone: false
        }
    }

    public var hasPending: Bool {
        switch self {
        case .plain: false
        case .tls(let socket): socket.hasPending
        case .gone: false
        }
    }

    public func interest(for wanted: Interest) -> Interest {
        switch self {
        case .plain: wanted
        case .tls(let socket): socket.interest(for: wanted)
        case .gone: wanted
        }
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Socket.Transfer {
        switch self {
        case .plain(let socket): socket.read(into: buffer)
        case .tls(let socket): socket.read(into: buffer)
        case .gone: .ended
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer) -> Socket.Transfer {
        switch self {
        case .plain(let socket): socket.write(bytes)
        case .tls(let socket): socket.write(bytes)
        case .gone: .ended
        }
    }

    public func write(_ bytes: RawSpan) -> Socket.Transfer {
        bytes.withUnsafeBytes { write($0) }
    }

    public func writeVector(_ parts: ArraySlice<[UInt8]>, skipping skipped: Int = 0) -> Socket.Transfer {
        switch self {
        case .plain(let socket): socket.writeVector(parts, skipping: skipped)
        case .tls(let socket): socket.writeVector(parts, skipping: skipped)
        case .gone: .ended
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
        case .gone: return .ended
        }
    }

    public func flush() -> Socket.Transfer {
        switch self {
        case .plain: .bytes(0)
        case .tls(let socket): socket.flush()
        case .gone: .ended
        }
    }

    public func shutdownWrites() {
        switch self {
        case .plain(let socket): socket.shutdownWrites()
        case .tls(let socket): socket.shutdownWrites()
        case .gone: return
        }
    }

    public func localAddress() throws(SocketError) -> SocketAddress {
        switch self {
        case .plain(let socket): try socket.localAddress()
        case .tls(let socket): try socket.socket.localAddress()
        case .gone: throw SocketError(operation: "read the local address", code: EBADF)
        }
    }

    /// Takes the connection from whoever owns it; ``gone`` is left in its place.
    public mutating func take() -> Transport {
        var taken = Transport.gone
        swap(&self, &taken)
        return taken
    }
}
