/// The hosts that may be asked wherever they are, because whoever runs the hub said so.
public struct HostAllowance: Sendable {
    private let hosts: Set<String>

    /// - Parameter hosts: each a name or an address, with `:port` or without for any port.
    public init(_ hosts: [String] = []) {
        self.hosts = Set(hosts.map { $0.lowercased() })
    }

    /// - Parameter host: as a URL has it, without the brackets of an IPv6 address.
    func contains(_ host: String, port: String) -> Bool {
        let host = host.lowercased()
        let bracketed = host.contains(":") ? "[\(host)]" : host
        return hosts.contains(host) || hosts.contains(bracketed) || hosts.contains("\(bracketed):\(port)")
    }
}
