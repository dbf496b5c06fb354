import Testing

@testable import WebSocket

struct MaskingTests {
    private static let key = MaskingKey(0x37FA_213D)

    /// RFC 6455 section 5.3 byte for byte, as slow as it is plain.
    private static func reference(_ bytes: [UInt8]) -> [UInt8] {
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return bytes.indices.map { bytes[$0] ^ key[$0 % 4] }
    }

    @Test func `[RFC 6455 5.7] the example of a masked text`() {
        var bytes = Array("Hello".utf8)
        bytes.withUnsafeMutableBytes { _ = Self.key.apply(to: $0, at: 0) }
        #expect(bytes == [0x7F, 0x9F, 0x4D, 0x51, 0x58])
    }

    @Test func `[W27] a payload in pieces of any size is masked as if whole, at any address`() {
        let payload = (0..<41).map { UInt8($0 * 6) }
        for size in 0...payload.count {
            for cut in 0...size {
                for shift in 0..<8 {
                    var memory = [UInt8](repeating: 0, count: shift) + payload[..<size]
                    memory.withUnsafeMutableBytes { all in
                        let bytes = UnsafeMutableRawBufferPointer(rebasing: all[shift...])
                        let head = UnsafeMutableRawBufferPointer(rebasing: bytes[..<cut])
                        let tail = UnsafeMutableRawBufferPointer(rebasing: bytes[cut...])
                        Self.key.apply(to: head, at: 0)
                        Self.key.apply(to: tail, at: cut)
                    }
                    let masked = Array(memory[shift...])
                    if masked != Self.reference(Array(payload[..<size])) {
                        Issue.record("size \(size), cut \(cut), shift \(shift)")
                    }
                }
            }
        }
    }

    @Test func `it says whether all is ASCII, wherever the byte is that isn't`() {
        for size in 0...20 {
            var text = Self.reference([UInt8](repeating: 0x7F, count: size))
            let isASCII = text.withUnsafeMutableBytes { Self.key.apply(to: $0, at: 0) }
            #expect(isASCII)
            for position in 0..<size {
                var bytes = [UInt8](repeating: 0x7F, count: size)
                bytes[position] = 0x80
                bytes = Self.reference(bytes)
                let isASCII = bytes.withUnsafeMutableBytes { Self.key.apply(to: $0, at: 0) }
                #expect(!isASCII, "\(position) of \(size)")
            }
        }
    }

    @Test func `[W27] the zero key changes nothing`() {
        var bytes: [UInt8] = Array(0..<30)
        bytes.withUnsafeMutableBytes { _ = MaskingKey(0).apply(to: $0, at: 3) }
        #expect(bytes == Array(0..<30))
    }

    @Test func `a key reads back as it was given`() {
        #expect(Self.key.value == 0x37FA_213D)
        let wire: [UInt8] = [0, 0x37, 0xFA, 0x21, 0x3D]
        #expect(MaskingKey(in: wire.span.bytes, at: 1) == Self.key)
    }

    @Test func `[RFC 6455 10.3] random keys differ`() {
        #expect(Set((0..<8).map { _ in MaskingKey.random().value }).count > 1)
    }
}
