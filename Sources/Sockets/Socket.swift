import CEpoll
import Glibc

/// One connected stream socket: it owns the descriptor and closes it when it goes away.
///
/// It buffers nothing and watches nothing; with it goes the watch that a ``Poller`` has on it.
public struct Socket: ~Copyable {
    /// What became of one read or write.
    public enum Transfer: Equatable {
        /// So many bytes were moved, at least one unless none were asked for.
        case bytes(Int)
        /// Nothing can be moved now; wait for readiness.
        case wouldBlock
        /// The peer is gone: it closed its half (on reading), or the connection was reset.
        case ended
        /// The connection is of no more use, for a reason worth a line in a log.
        case failed(SocketError)
    }

    public let descriptor: Int32

    /// Takes ownership of a connected socket, and makes it non-blocking, close-on-exec and prompt.
    public init(adopting descriptor: Int32) {
        self.init(configured: descriptor)
        setBlocking(false)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// For a descriptor that was opened with the right flags. Small messages must not wait for an
    /// acknowledgement, so Nagle's algorithm is off; that fails harmlessly where the socket is not TCP.
    init(configured descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// For a descriptor that has all from its ``Listener``.
    init(accepted descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Switches between waiting calls and ``Transfer/wouldBlock``.
    public func setBlocking(_ blocking: Bool) {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0 else { return }
        _ = fcntl(descriptor, F_SETFL, blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
    }

    /// Reads what is there, at most as much as `buffer` holds.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return .bytes(0) }
        while true {
            let count = recv(descriptor, start, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno != EINTR { return failure("read") }
        }
    }

    /// Writes as much of `bytes` as the kernel takes; a peer that is gone raises no signal.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return .bytes(0) }
        while true {
            let count = send(descriptor, start, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .bytes(count) }
            if errno != EINTR { return failure("write") }
        }
    }

    public func write(_ bytes: RawSpan) -> Transfer {
        bytes.withUnsafeBytes { write($0) }
    }

    /// Ends this side of the conversation; the peer reads to the end and may still answer.
    public func shutdownWrites() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The outcome of a non-blocking ``connect(to:blocking:)``, once the socket is writable: nil is success.
    public func connectError() -> SocketError? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else {
            return SocketError.last("connect")
        }
        return code == 0 ? nil : SocketError(operation: "connect", code: code)
    }

    public func localAddress() throws(SocketError) -> SocketAddress {
        try SocketAddress.ask("read the local address") { getsockname(descriptor, $0, $1) }
    }

    public func peerAddress() throws(SocketError) -> SocketAddress {
        try SocketAddress.ask("read the peer's address") { getpeername(descriptor, $0, $1) }
    }

    func failure(_ operation: String) -> Transfer {
        switch errno {
        case EAGAIN: .wouldBlock
        case ECONNRESET, EPIPE: .ended
        case let code: .failed(SocketError(operation: operation, code: code))
        }
    }
}

extension Socket {
    /// Connects to `address`. With `blocking` it returns connected and its calls wait; without, it returns at
    /// once: wait until it is writable, then ask ``connectError()``.
    public static func connect(to address: SocketAddress, blocking: Bool) throws(SocketError) -> Socket {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (blocking ? 0 : SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.bytes.count == 4 ? AF_INET : AF_INET6, Int32(flags), 0)
        guard descriptor >= 0 else { throw SocketError.last("open a socket") }
        let socket = Socket(configured: descriptor)
        let status = address.withSockaddr { Glibc.connect(descriptor, $0, $1) }
        guard status == 0 || errno == EINPROGRESS else { throw SocketError.last("connect to \(address)") }
        return socket
    }
}
