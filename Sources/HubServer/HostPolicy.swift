import Sockets

/// Which names the hub answers to, and which of them is the shell's and which the realm's.
///
/// The realm is kept on another site than the shell, so that the browser gives it a process of its own. A
/// page of a stranger that has its own name resolve to this machine is turned away by `Host` ([CN5]).
struct HostPolicy {
    /// What a request's `Host` stands for.
    enum Role: Equatable {
        /// The pages, the rooms, the API.
        case shell
        /// Only the frame in which tools run, and what it loads.
        case realm
        case refused
    }

    /// Where the frame of a shell's page comes from.
    struct Realm: Equatable {
        /// Scheme-less where the hub chose it, since only a proxy before it would know the scheme.
        let origin: String
        /// Whether it is on the same site as the shell, where a runaway tool can freeze the page in some
        /// browsers.
        let isSameSite: Bool
    }

    /// The shell of a realm's host.
    struct Shell: Equatable {
        /// Where it is found, scheme-less where the hub chose it.
        let origin: String
        /// The hosts whose pages may show the realm's frame, as `frame-ancestors` has them.
        let ancestors: String
    }

    private let names: Set<String>
    /// Those of them that the operator gave, in that order.
    private let allowed: [String]
    /// The host and port of `--realm-origin`, and the origin as it was given.
    private let configuredRealm: (authority: String, origin: String)?
    private let listensOnAnyAddress: Bool

    /// - Parameters:
    ///   - listenHost: the address listened on, as in a URL; nil when it is every address of the machine.
    ///   - allowed: further names, each with a port or without.
    init(listenHost: String?, allowed: [String], realmOrigin: String?) {
        names = Set(["127.0.0.1", "localhost", "[::1]"] + [listenHost].compactMap { $0 } + allowed)
        self.allowed = allowed
        listensOnAnyAddress = listenHost == nil
        configuredRealm = realmOrigin.map { origin in
            (HostPolicy.authority(ofOrigin: origin) ?? origin.lowercased(), origin)
        }
    }

    /// - Parameters:
    ///   - host: the request's `Host`.
    ///   - local: the address of this machine that the client is connected to.
    func role(of host: String, local: String) -> Role {
        let host = host.lowercased()
        if let configuredRealm, configuredRealm.authority == host { return .realm }
        let name = HostPolicy.name(of: host)
        guard HostPolicy.isPort(host.dropFirst(name.count)) else { return .refused }
        guard names.contains(host) || names.contains(name) || listensOnAnyAddress && name == local else {
            return .refused
        }
        return configuredRealm == nil && name == "localhost" ? .realm : .shell
    }

    /// The realm for a shell that is looked at under `host`.
    func realm(forShell host: String) -> Realm {
        if let configuredRealm { return Realm(origin: configuredRealm.origin, isSameSite: false) }
        let name = HostPolicy.name(of: host)
        guard name == "127.0.0.1" || name == "[::1]" else {
            return Realm(origin: "//\(host)", isSameSite: true)
        }
        return Realm(origin: "//localhost\(host.dropFirst(name.count))", isSameSite: false)
    }

    /// The shell that belongs to the realm at `host`.
    func shell(forRealm host: String, listening address: SocketAddress) -> Shell {
        let loopback = HostPolicy.name(ofAddress: address.host) == "[::1]" ? "[::1]" : "127.0.0.1"
        guard let configuredRealm else {
            let authority = loopback + host.dropFirst(HostPolicy.name(of: host).count)
            // No scheme: that of the request is meant, which for a room's socket is `ws`.
            return Shell(origin: "//\(authority)", ancestors: authority)
        }
        // A realm of another name goes with every name of the shell, whose ports a proxy before it may have
        // changed. An IPv6 address can't be said in a policy (CSP 3, 2.3.1).
        let ancestors = names.filter { !$0.hasPrefix("[") }.sorted().map { name in
            HostPolicy.name(of: name) == name ? "\(name):*" : name
        }
        let scheme = configuredRealm.origin.hasPrefix("https:") ? "https" : "http"
        let origin = allowed.first.map { "\(scheme)://\($0)" } ?? "http://\(loopback):\(address.port)"
        return Shell(origin: origin, ancestors: ancestors.joined(separator: " "))
    }

    /// Whether a request from a page of `origin` may be answered under `host` ([CN5]).
    static func isSameOrigin(_ origin: String, host: String) -> Bool {
        authority(ofOrigin: origin) == host.lowercased()
    }

    /// The host and port of an origin such as `https://example.org:8443`, in lower case; nil for `null` and
    /// the like.
    static func authority(ofOrigin origin: String) -> String? {
        for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
            return String(origin.dropFirst(scheme.count)).lowercased()
        }
        return nil
    }

    /// `Host` without its port; an IPv6 address keeps its brackets.
    static func name(of host: String) -> String {
        if host.hasPrefix("[") {
            return host.firstIndex(of: "]").map { String(host[...$0]) } ?? host
        }
        return host.firstIndex(of: ":").map { String(host[..<$0]) } ?? host
    }

    /// An address as it stands in a URL: IPv6 in brackets, and IPv4 as itself where an IPv6 socket took it.
    static func name(ofAddress address: String) -> String {
        guard address.contains(":") else { return address }
        let mapped = "::ffff:"
        if address.hasPrefix(mapped), address.contains(".") { return String(address.dropFirst(mapped.count)) }
        return "[\(address)]"
    }

    /// Whether the text is what may follow a name: nothing, or a colon and digits.
    private static func isPort(_ text: Substring) -> Bool {
        guard let colon = text.first else { return true }
        let digits = text.dropFirst().utf8
        return colon == ":" && !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}
