import Sockets
import Testing

@testable import HubServer

@Suite struct HostPolicyTests {
    private let plain = HostPolicy(listenHost: "127.0.0.1", allowed: [], realmOrigin: nil)

    @Test(arguments: [
        ("127.0.0.1:8080", HostPolicy.Role.shell), ("127.0.0.1", .shell), ("[::1]:8080", .shell),
        ("[::1]", .shell),
        ("localhost:8080", .realm), ("LOCALHOST", .realm), ("", .refused), ("localhost.", .refused),
        ("::1", .refused), ("[::1", .refused), ("[::1]x", .refused), ("127.0.0.1:", .refused),
        ("127.0.0.1:80:80", .refused), ("127.0.0.1.example", .refused), ("example", .refused),
        (":8080", .refused),
        ("127.1", .refused), ("0.0.0.0", .refused), ("[::ffff:127.0.0.1]", .refused),
    ])
    func `[CN5] the loopback's names are answered to, and no others`(host: String, role: HostPolicy.Role) {
        #expect(plain.role(of: host, local: "192.0.2.1") == role)
    }

    @Test func `[CN5] a hub on every address answers to the one that the client reached`() {
        let policy = HostPolicy(listenHost: nil, allowed: [], realmOrigin: nil)
        #expect(policy.role(of: "192.0.2.1:8080", local: "192.0.2.1") == .shell)
        #expect(policy.role(of: "192.0.2.2:8080", local: "192.0.2.1") == .refused)
        #expect(policy.role(of: "[2001:db8::1]:8080", local: "[2001:db8::1]") == .shell)
        #expect(plain.role(of: "192.0.2.1:8080", local: "192.0.2.1") == .refused)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("2001:db8::1", "[2001:db8::1]"),
        ("::ffff:192.0.2.1", "192.0.2.1"), ("::ffff:0:1", "[::ffff:0:1]"), ("", ""),
    ])
    func `an address stands in a URL as it would in a browser`(address: String, name: String) {
        #expect(HostPolicy.name(ofAddress: address) == name)
    }

    @Test func `[CN5] an allowed name may come with a port or be of one`() {
        let policy = HostPolicy(
            listenHost: "127.0.0.1", allowed: ["chat.example", "one.example:8443"], realmOrigin: nil)
        for host in ["chat.example", "chat.example:1", "Chat.Example:8443", "one.example:8443"] {
            #expect(policy.role(of: host, local: "") == .shell, "\(host)")
        }
        for host in ["one.example", "one.example:8444", "a.chat.example", "chat.example.evil"] {
            #expect(policy.role(of: host, local: "") == .refused, "\(host)")
        }
    }

    @Test func `[HT7] the realm of a loopback shell is localhost, with the shell's port`() {
        #expect(
            plain.realm(forShell: "127.0.0.1:8080") == .init(origin: "//localhost:8080", isSameSite: false))
        #expect(plain.realm(forShell: "[::1]:8080") == .init(origin: "//localhost:8080", isSameSite: false))
        #expect(plain.realm(forShell: "127.0.0.1") == .init(origin: "//localhost", isSameSite: false))
        #expect(plain.realm(forShell: "chat.example") == .init(origin: "//chat.example", isSameSite: true))
    }

    @Test func `[HT7] the shell of localhost is the loopback address that is listened on`() throws {
        let four = try SocketAddress.parse("127.0.0.1:8080")
        let six = try SocketAddress.parse("[::1]:8080")
        let forwarded = plain.shell(forRealm: "localhost:9000", listening: four)
        #expect(forwarded == .init(origin: "//127.0.0.1:9000", ancestors: "127.0.0.1:9000"))
        #expect(plain.shell(forRealm: "localhost:8080", listening: six).origin == "//[::1]:8080")
    }

    @Test func `[HT7] a realm of its own name belongs to every name of the shell`() throws {
        let policy = HostPolicy(
            listenHost: "192.0.2.1", allowed: ["chat.example", "b.example:1"],
            realmOrigin: "https://Realm.example:8443")
        let address = try SocketAddress.parse("192.0.2.1:8080")
        #expect(policy.role(of: "realm.example:8443", local: "") == .realm)
        #expect(policy.role(of: "realm.example", local: "") == .refused)
        #expect(policy.role(of: "localhost:8080", local: "") == .shell)
        #expect(policy.realm(forShell: "x") == .init(origin: "https://Realm.example:8443", isSameSite: false))
        let shell = policy.shell(forRealm: "realm.example:8443", listening: address)
        #expect(shell.origin == "https://chat.example")
        #expect(shell.ancestors == "127.0.0.1:* 192.0.2.1:* b.example:1 chat.example:* localhost:*")
    }

    @Test func `[CN5] an origin is the same when host and port are`() {
        #expect(HostPolicy.isSameOrigin("http://a:1", host: "a:1"))
        #expect(HostPolicy.isSameOrigin("HTTPS://A.example", host: "a.example"))
        for origin in [
            "null", "", "a", "http://", "http://a:2", "http://a/", "ftp://a", "http://b@a", "http://a.",
        ] {
            #expect(!HostPolicy.isSameOrigin(origin, host: "a"), "\(origin)")
        }
    }
}
