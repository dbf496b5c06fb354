/// An IP address, and whether it is one that anybody on the Internet could reach.
///
/// It resolves no name; it is asked about the address that is really connected to.
struct NetworkAddress: Hashable, Sendable {
    /// 4 bytes or 16, in the order of the network.
    let bytes: [UInt8]

    /// Nil for another number of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// What a hub's neighbours are reached by, and not the Internet: it must not be asked on anybody's
    /// behalf. From IANA's registries of special-purpose addresses.
    private static let special4: [Block] = [
        Block([0, 0, 0, 0], 8, "this network"), Block([10, 0, 0, 0], 8, "private"),
        Block([100, 64, 0, 0], 10, "a carrier's own (RFC 6598)"), Block([127, 0, 0, 0], 8, "loopback"),
        Block([169, 254, 0, 0], 16, "link-local"), Block([172, 16, 0, 0], 12, "private"),
        Block([192, 0, 0, 0], 24, "for protocols"), Block([192, 0, 2, 0], 24, "for documentation"),
        Block([192, 88, 99, 0], 24, "a relay to IPv6"), Block([192, 168, 0, 0], 16, "private"),
        Block([198, 18, 0, 0], 15, "for benchmarks"), Block([198, 51, 100, 0], 24, "for documentation"),
        Block([203, 0, 113, 0], 24, "for documentation"), Block([224, 0, 0, 0], 4, "multicast"),
        Block([240, 0, 0, 0], 4, "reserved"),
        // Public by its number, and answered by the host that a virtual machine runs on.
        Block([168, 63, 129, 16], 32, "a cloud's metadata"),
    ]

    /// Of IPv6 only 2000::/3 is given out; these parts of it are not for everybody either.
    private static let special6: [Block] = [
        Block([0x20, 0x01, 0x00], 23, "for protocols"),
        Block([0x20, 0x01, 0x0D, 0xB8], 32, "for documentation"),
        Block([0x3F, 0xFF, 0x00], 20, "for documentation"),
    ]

    private static let global6 = Block([0x20], 3, "")

    /// Why this address is not asked; nil where it may be.
    var refusal: String? {
        if let inner = embedded { return inner.refusal }
        let special = bytes.count == 4 ? NetworkAddress.special4 : NetworkAddress.special6
        if let block = special.first(where: { $0.contains(bytes) }) { return block.kind }
        if bytes.count == 16, !NetworkAddress.global6.contains(bytes) { return "not of the Internet" }
        return nil
    }

    /// The IPv4 address that this one leads to: mapped (RFC 4291), through NAT64 (RFC 6052) or 6to4 (RFC
    /// 3056).
    private var embedded: NetworkAddress? {
        guard bytes.count == 16 else { return nil }
        let zeros = [UInt8](repeating: 0, count: 10)
        if bytes.starts(with: zeros + [0xFF, 0xFF])
            || bytes.starts(with: [0, 0x64, 0xFF, 0x9B] + zeros.prefix(8))
        {
            return NetworkAddress(Array(bytes[12...]))
        }
        return bytes.starts(with: [0x20, 0x02]) ? NetworkAddress(Array(bytes[2..<6])) : nil
    }

    /// Addresses whose first bits are alike.
    private struct Block {
        let start: [UInt8]
        let bits: Int
        let kind: String

        init(_ start: [UInt8], _ bits: Int, _ kind: String) {
            self.start = start
            self.bits = bits
            self.kind = kind
        }

        func contains(_ address: [UInt8]) -> Bool {
            let whole = bits / 8
            guard address.prefix(whole).elementsEqual(start.prefix(whole)) else { return false }
            let rest = bits % 8
            guard rest > 0 else { return true }
            return (address[whole] ^ start[whole]) >> UInt8(8 - rest) == 0
        }
    }
}

extension NetworkAddress: CustomStringConvertible {
    /// As numbers, without IPv6's abbreviations.
    var description: String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
}
