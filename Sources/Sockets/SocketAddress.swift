import Glibc

/// An IPv4 or IPv6 address with a port, written `127.0.0.1:8080` or `[::1]:8080`.
///
/// It is an address, never a name: names are looked up by ``resolve(host:port:)``.
public struct SocketAddress: Sendable, Equatable, CustomStringConvertible {
    /// The address in network order: 4 bytes or 16.
    let bytes: [UInt8]
    /// Which interface a link-local IPv6 address belongs to; otherwise 0.
    let scope: UInt32
    public let port: UInt16

    /// Every IPv4 address of the machine.
    public static func any(port: UInt16) -> SocketAddress {
        SocketAddress(bytes: [0, 0, 0, 0], scope: 0, port: port)
    }

    public static func loopback(port: UInt16) -> SocketAddress {
        SocketAddress(bytes: [127, 0, 0, 1], scope: 0, port: port)
    }

    public func with(port: UInt16) -> SocketAddress {
        SocketAddress(bytes: bytes, scope: scope, port: port)
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether it stands for every address of the machine.
    public var isAny: Bool {
        bytes.allSatisfy { $0 == 0 }
    }

    /// The address without the port and without brackets.
    public var host: String {
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            guard
                let start = text.baseAddress,
                inet_ntop(family, bytes, start, socklen_t(text.count)) != nil
            else { return "?" }
            return String(cString: start)
        }
    }

    public var description: String {
        bytes.count == 4 ? "\(host):\(port)" : "[\(host)]:\(port)"
    }
}

extension SocketAddress {
    /// Hands the address to a system call.
    func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        let length = bytes.count == 4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        withUnsafeMutableBytes(of: &storage) { raw in
            if bytes.count == 4 {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
                raw.storeBytes(of: address, as: sockaddr_in.self)
            } else {
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                address.sin6_scope_id = scope
                withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
                raw.storeBytes(of: address, as: sockaddr_in6.self)
            }
        }
        return withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }

    /// Nil for a family other than IPv4 and IPv6.
    init?(_ storage: UnsafeRawBufferPointer) {
        guard storage.count >= MemoryLayout<sockaddr_in>.size else { return nil }
        switch Int32(storage.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            let address = storage.loadUnaligned(as: sockaddr_in.self)
            self.init(
                bytes: withUnsafeBytes(of: address.sin_addr) { Array($0) }, scope: 0,
                port: UInt16(bigEndian: address.sin_port))
        case AF_INET6 where storage.count >= MemoryLayout<sockaddr_in6>.size:
            let address = storage.loadUnaligned(as: sockaddr_in6.self)
            self.init(
                bytes: withUnsafeBytes(of: address.sin6_addr) { Array($0) }, scope: address.sin6_scope_id,
                port: UInt16(bigEndian: address.sin6_port))
        default:
            return nil
        }
    }

    /// The address that a call of the `getsockname` family writes.
    static func ask(
        _ operation: String,
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(SocketError) -> SocketAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
        guard status == 0 else { throw SocketError.last(operation) }
        guard let address = withUnsafeBytes(of: storage, { SocketAddress($0) }) else {
            throw SocketError(operation: operation, code: EAFNOSUPPORT)
        }
        return address
    }
}
