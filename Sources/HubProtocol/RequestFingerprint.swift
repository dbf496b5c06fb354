import Bytes

extension OutsideRequest {
    /// What tells whether two requests ask the same ([RQ7]): FNV-1a (64 bits) over method, URL, headers and
    /// data, as 16 hexadecimal digits.
    ///
    /// It is no proof: who wants a room to have a wrong answer can say one as well.
    public var fingerprint: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            // No UTF-8 has this byte, so that parts can't be mistaken for each other; data is the last.
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        add(method.utf8)
        add(url.utf8)
        for header in headers {
            add(header.name.utf8)
            add(header.value.utf8)
        }
        add([])
        if let body { add(body) }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether an op is the answer to this very request, and no failure.
    public func isAnswered(by payload: Payload) -> Bool {
        let bytes = payload.bytes.span.bytes
        guard MessageMembers.find("error", in: bytes) == nil,
            let member = MessageMembers.find("asked", in: bytes),
            member.kind == .string
        else { return false }
        return JSONText.string(in: bytes, at: member.value) == fingerprint
    }
}
