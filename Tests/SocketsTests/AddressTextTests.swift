import Sockets
import Testing

@Suite struct AddressTextTests {
    @Test func `localhost is the IPv4 loopback, and no host is every IPv4 address`() throws {
        #expect(try SocketAddress.parse("localhost:80") == .loopback(port: 80))
        #expect(try SocketAddress.parse(":80") == .any(port: 80))
    }

    @Test(arguments: [
        ("127.0.0.1", "has no port"), ("", "has no port"), ("[::1]", "has no port"),
        ("127.0.0.1:", "is not a port"), ("127.0.0.1:65536", "is not a port"),
        ("127.0.0.1:+80", "is not a port"), ("127.0.0.1:99999999999999999999", "is not a port"),
        ("::1:80", "needs brackets"), ("example:80", "is not an IP address"),
        ("127.0.0.1\0x:80", "is not an IP address"), ("300.0.0.1:80", "is not an IP address"),
    ])
    func `a text that is no address is refused with the reason`(text: String, reason: String) {
        let error = #expect(throws: AddressError.self) { try SocketAddress.parse(text) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test func `a host is split from its port as it stands`() throws {
        #expect(try SocketAddress.split("example:80") == ("example", 80))
        #expect(try SocketAddress.split("[::1]:80") == ("::1", 80))
    }

    @Test func `a numeric host resolves to itself`() throws {
        #expect(try SocketAddress.resolve(host: "127.0.0.1", port: 9) == [.loopback(port: 9)])
    }

    @Test func `localhost resolves to loopback addresses`() throws {
        let addresses = try SocketAddress.resolve(host: "localhost", port: 9)
        #expect(!addresses.isEmpty)
        for address in addresses {
            #expect(address.isLoopback)
            #expect(address.port == 9)
        }
    }
}
