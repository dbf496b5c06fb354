import Glibc

/// Why a text is not an address, or a name leads to none, in words for whoever wrote it.
///
/// It is about the text alone; what the network answers is a ``SocketError``.
public struct AddressError: Error, Equatable, CustomStringConvertible {
    public let description: String
}

extension SocketAddress {
    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` (127.0.0.1), or `:8080` (every IPv4 address).
    public static func parse(_ text: String) throws(AddressError) -> SocketAddress {
        let (host, port) = try split(text)
        switch host {
        case "": return .any(port: port)
        case "localhost": return .loopback(port: port)
        default: break
        }
        guard let address = SocketAddress(numeric: host, port: port) else {
            throw AddressError(
                description: "\"\(host)\" in \"\(text)\" is not an IP address; write 127.0.0.1 or localhost "
                    + "for this machine alone, 0.0.0.0 for every interface")
        }
        return address
    }

    /// Splits `host:port`, with brackets around an IPv6 address, which are taken off.
    public static func split(_ text: String) throws(AddressError) -> (host: String, port: UInt16) {
        guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") else {
            throw AddressError(description: "\"\(text)\" has no port; write host:port, as in 127.0.0.1:8080")
        }
        let digits = text[text.index(after: colon)...]
        guard
            !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(digits)
        else {
            throw AddressError(
                description: "\"\(digits)\" in \"\(text)\" is not a port; ports are 0 to 65535")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw AddressError(
                description: "\"\(text)\" needs brackets around its IPv6 address, as in [::1]:8080")
        }
        return (String(host), port)
    }

    /// Looks a name up, in the order in which the addresses should be tried. It blocks, so it is for clients.
    public static func resolve(host: String, port: UInt16) throws(AddressError) -> [SocketAddress] {
        if let address = SocketAddress(numeric: host, port: port) { return [address] }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else {
            throw AddressError(
                description: "can't find \"\(host)\": \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var entry = list
        while let current = entry?.pointee {
            let raw = UnsafeRawBufferPointer(start: current.ai_addr, count: Int(current.ai_addrlen))
            if let address = SocketAddress(raw) { addresses.append(address.with(port: port)) }
            entry = current.ai_next
        }
        guard !addresses.isEmpty else {
            throw AddressError(description: "\"\(host)\" has no IPv4 or IPv6 address")
        }
        return addresses
    }

    private init?(numeric host: String, port: UInt16) {
        // A text with a zero byte would be cut short by the C call and so read as something else.
        guard !host.utf8.contains(0) else { return nil }
        var four = in_addr()
        var sixteen = in6_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            self.init(bytes: withUnsafeBytes(of: four) { Array($0) }, scope: 0, port: port)
        } else if inet_pton(AF_INET6, host, &sixteen) == 1 {
            self.init(bytes: withUnsafeBytes(of: sixteen) { Array($0) }, scope: 0, port: port)
        } else {
            return nil
        }
    }
}
