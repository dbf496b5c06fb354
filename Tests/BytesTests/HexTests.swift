import Testing

@testable import Bytes

struct HexTests {
    @Test func `every byte goes there and back`() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Hex.encode(bytes).hasPrefix("000102") && Hex.encode(bytes).hasSuffix("fdfeff"))
        #expect(Hex.decode(Hex.encode(bytes).utf8) == bytes)
        #expect(Hex.decode("".utf8) == [])
    }

    @Test(arguments: ["a", "abc", "AB", "0g", "0x", " a", "é", "a\n"])
    func `anything but the one spelling is refused`(_ text: String) {
        #expect(Hex.decode(text.utf8) == nil)
    }
}
