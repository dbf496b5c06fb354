/// Which names the hub answers to, and which of them is the shell's and which the realm's.
///
/// The realm is kept on another site than the shell, so that the browser gives it a process of its own. A page of
/// a stranger that has its own name resolve to this machine is turned away by `Host` ([CN5]).
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
        /// Whether it is on the same site as the shell, where a runaway tool can freeze the page in some browsers.
        let isSameSite: Bool
    }

    private let names: Set<String>
    /// The host and port of `--realm-origin`, and the origin as it was given.
    private let configuredRealm: (authority: String, origin: String)?
    private let listensOnAnyAddress: Bool

    /// - Parameters:
    ///   - listenHost: the address listened on, as in a URL; nil when it is every address of the machine.
    ///   - allowed: further names, each with a port or without.
    init(listenHost: String?, allowed: [String], realmOrigin: String?) {
        names = Set(["127.0.0.1", "localhost", "[::1]"] + [listenHost].compactMap { $0 } + allowed)
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

    /// The shell that belongs to the realm at `host`; `shellName` is the loopback address that is listened on.
    func shell(forRealm host: String, shellName: String) -> String {
        shellName + host.dropFirst(HostPolicy.name(of: host).count)
    }

    /// Whether a request from a page of `origin` may be answered under `host` ([CN5]).
    static func isSameOrigin(_ origin: String, host: String) -> Bool {
        authority(ofOrigin: origin) == host.lowercased()
    }

    /// The host and port of an origin such as `https://example.org:8443`, in lower case; nil for `null` and the like.
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
}
