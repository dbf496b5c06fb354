import Sockets
import Testing

@Suite struct SocketAddressTests {
    @Test(arguments: ["127.0.0.1:8080", "0.0.0.0:0", "[::1]:65535", "[::]:80", "[2001:db8::1]:443"])
    func `an address is written as it is read`(text: String) throws {
        #expect(try SocketAddress.parse(text).description == text)
    }

    @Test func `only this machine reaches a loopback address`() throws {
        #expect(try SocketAddress.parse("127.0.0.1:1").isLoopback)
        #expect(try SocketAddress.parse("127.9.9.9:1").isLoopback)
        #expect(try SocketAddress.parse("[::1]:1").isLoopback)
        #expect(try !SocketAddress.parse("0.0.0.0:1").isLoopback)
        #expect(try !SocketAddress.parse("[::]:1").isLoopback)
        #expect(try !SocketAddress.parse("10.0.0.1:1").isLoopback)
    }

    @Test func `the unspecified address stands for all`() throws {
        #expect(try SocketAddress.parse("0.0.0.0:1").isAny)
        #expect(try SocketAddress.parse("[::]:1").isAny)
        #expect(try !SocketAddress.parse("127.0.0.1:1").isAny)
    }

    @Test func `host and port stand apart`() throws {
        let address = try SocketAddress.parse("[::1]:8080")
        #expect(address.host == "::1")
        #expect(address.port == 8080)
        #expect(address.with(port: 1).description == "[::1]:1")
    }
}
