import Testing

@testable import Fetching

@Suite struct NetworkAddressTests {
    private func v4(_ text: String) -> [UInt8] {
        text.split(separator: ".").compactMap { UInt8($0) }
    }

    /// Groups in full, `::` for as many zeros as are missing.
    private func v6(_ text: String) -> [UInt8] {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false).map { half in
            half.split(separator: ":").compactMap { UInt16($0, radix: 16) }
        }
        let zeros = [UInt16](repeating: 0, count: 8 - halves.reduce(0) { $0 + $1.count })
        let groups = halves.count == 2 ? halves[0] + zeros + halves[1] : halves[0]
        return groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    @Test(arguments: [
        "0.0.0.0", "0.255.1.1", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
        "100.100.100.200",
        "127.0.0.1", "127.8.8.8", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1",
        "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7",
        "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16",
    ])
    func `[O8] an IPv4 address that is not for everybody is refused`(address: String) throws {
        #expect(try #require(NetworkAddress(v4(address))).refusal != nil)
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + v4(address)
        #expect(try #require(NetworkAddress(mapped)).refusal != nil)
        let nat64 = v6("64:ff9b::0:0").prefix(12) + v4(address)
        #expect(try #require(NetworkAddress(Array(nat64))).refusal != nil)
        let from6to4 = [0x20, 0x02] + v4(address) + [UInt8](repeating: 0, count: 10)
        #expect(try #require(NetworkAddress(from6to4)).refusal != nil)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1",
        "169.253.0.1", "169.255.0.1", "172.15.255.255", "172.32.0.1", "192.0.1.1", "192.167.1.1",
        "192.169.1.1",
        "198.17.0.1", "198.20.0.1", "223.255.255.255", "168.63.129.17",
    ])
    func `[O8] an IPv4 address of the Internet is asked, however it is written`(address: String) throws {
        #expect(try #require(NetworkAddress(v4(address))).refusal == nil)
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + v4(address)
        #expect(try #require(NetworkAddress(mapped)).refusal == nil)
    }

    @Test(arguments: [
        "::", "::1", "::7f00:1", "fe80::1", "febf::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1",
        "2001:0::1", "2001:1ff::1", "3fff::1", "3fff:fff::1", "64:ff9b:1::1", "100::1", "5f00::1", "4000::1",
    ])
    func `[O8] an IPv6 address that is not for everybody is refused`(address: String) throws {
        #expect(try #require(NetworkAddress(v6(address))).refusal != nil)
    }

    @Test(arguments: ["2606:4700::1111", "2001:200::1", "2a00::1", "3ffe::1", "2001:db7::1", "2001:db9::1"])
    func `[O8] an IPv6 address of the Internet is asked`(address: String) throws {
        #expect(try #require(NetworkAddress(v6(address))).refusal == nil)
    }

    @Test func `bytes of another length are no address`() {
        for count in [0, 3, 5, 15, 17] { #expect(NetworkAddress([UInt8](repeating: 1, count: count)) == nil) }
    }

    @Test func `an address is written as numbers`() throws {
        #expect(try #require(NetworkAddress(v4("192.168.0.1"))).description == "192.168.0.1")
        #expect(try #require(NetworkAddress(v6("fe80::1"))).description == "fe80:0:0:0:0:0:0:1")
    }
}
