import CEpoll
import Glibc

/// A listening TCP socket that hands out connections.
///
/// It counts no connections and knows no client; refusing somebody is its owner's matter.
public struct Listener: ~Copyable, Sendable {
    /// What one call of ``accept()`` brought.
    public enum Accepted: ~Copyable {
        case connection(Socket)
        /// Nobody waits; wait for readiness.
        case wouldBlock
        /// The process or the machine has no descriptor left. With `shed` the waiting client was hung up on,
        /// so that it does not wait for ever; without, it still waits, and the owner must rest before it asks
        /// again, since readiness would be reported at once.
        case outOfDescriptors(shed: Bool)
        /// The listener is of no more use.
        case failed(SocketError)
    }

    public let descriptor: Int32
    public let address: SocketAddress

    /// A descriptor kept back for the moment in which there is no other: given up, it lets one more client
    /// in, only to be hung up on. Negative while it could not be had again.
    private var reserve: Int32

    /// Which port was given, where 0 was asked for.
    public var port: UInt16 { address.port }

    /// Listens on `address`. `backlog` is how many connections may wait to be accepted; `reusePort` lets
    /// several listeners share the port, the kernel dealing connections out among them.
    public init(address: SocketAddress, backlog: Int32 = 1024, reusePort: Bool = false) throws(SocketError) {
        let family = address.bytes.count == 4 ? AF_INET : AF_INET6
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(family, Int32(flags), 0)
        guard descriptor >= 0 else { throw SocketError.last("open a socket") }
        do {
            self.address = try Listener.start(
                descriptor, on: address, backlog: backlog, reusePort: reusePort)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        reserve = Listener.openReserve()
    }

    /// Has the port to itself from now on, or fails as any other would whose port is taken; then lets others
    /// of this user share it that ask to.
    ///
    /// Listeners that all ask to share would let a second program in unnoticed. One that asks only when it
    /// listens already was alone with the port for a moment, which nobody is where somebody else listens.
    public static func sharing(
        _ address: SocketAddress, backlog: Int32 = 1024
    ) throws(SocketError) -> Listener {
        let listener = try Listener(address: address, backlog: backlog)
        try set(SO_REUSEPORT, to: 1, level: SOL_SOCKET, of: listener.descriptor, "share \(listener.address)")
        return listener
    }

    deinit {
        close(descriptor)
        if reserve >= 0 { close(reserve) }
    }

    public mutating func accept() -> Accepted {
        if reserve < 0 { reserve = Listener.openReserve() }
        while true {
            let accepted = acceptOne()
            if accepted >= 0 { return .connection(Socket(accepted: accepted)) }
            switch errno {
            case EAGAIN: return .wouldBlock
            case EMFILE, ENFILE: return shedOne()
            case ENOBUFS, ENOMEM: return .outOfDescriptors(shed: false)
            case EBADF, EINVAL, ENOTSOCK, EFAULT: return .failed(SocketError.last("accept on \(address)"))
            // All else is about the one connection that was lost while it waited (accept(2), "Error
            // handling").
            default: continue
            }
        }
    }

    private func acceptOne() -> Int32 {
        accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
    }

    /// The kernel looks for a descriptor before it looks for a client, so that there may be nobody to hang up
    /// on.
    private mutating func shedOne() -> Accepted {
        guard reserve >= 0 else { return .outOfDescriptors(shed: false) }
        close(reserve)
        let accepted = acceptOne()
        let nobodyWaits = accepted < 0 && errno == EAGAIN
        if accepted >= 0 { close(accepted) }
        reserve = Listener.openReserve()
        return nobodyWaits ? .wouldBlock : .outOfDescriptors(shed: accepted >= 0)
    }

    private static func openReserve() -> Int32 {
        open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    private static func start(
        _ descriptor: Int32, on address: SocketAddress, backlog: Int32, reusePort: Bool
    ) throws(SocketError) -> SocketAddress {
        let operation = "listen on \(address)"
        // Without it a restarted hub finds its port taken by the connections of its former self.
        try set(SO_REUSEADDR, to: 1, level: SOL_SOCKET, of: descriptor, operation)
        // Accepted sockets inherit it, which saves a call for each.
        try set(TCP_NODELAY, to: 1, level: Int32(IPPROTO_TCP), of: descriptor, operation)
        if reusePort { try set(SO_REUSEPORT, to: 1, level: SOL_SOCKET, of: descriptor, operation) }
        // Said outright, so that [::] means the same on every machine: IPv4 clients too.
        if address.bytes.count == 16 {
            try set(IPV6_V6ONLY, to: 0, level: Int32(IPPROTO_IPV6), of: descriptor, operation)
        }
        guard address.withSockaddr({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, backlog) == 0 else {
            throw SocketError.last(operation)
        }
        return try SocketAddress.ask(operation) { getsockname(descriptor, $0, $1) }
    }

    private static func set(
        _ option: Int32, to value: Int32, level: Int32, of descriptor: Int32, _ operation: String
    ) throws(SocketError) {
        var value = value
        let length = socklen_t(MemoryLayout<Int32>.size)
        guard setsockopt(descriptor, level, option, &value, length) == 0 else {
            throw SocketError.last(operation)
        }
    }
}
