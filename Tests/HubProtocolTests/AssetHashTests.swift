import Testing

@testable import HubProtocol

@Suite struct AssetHashTests {
    private let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test func `[AS1] a name is 64 hexadecimal digits, and 32 bytes`() throws {
        let hash = try #require(AssetHash(text))
        #expect(hash.bytes.count == 32 && hash.bytes.prefix(3) == [0xBA, 0x78, 0x16])
        #expect(hash.text == text)
        #expect(AssetHash(bytes: hash.bytes) == hash)
    }

    @Test func `[AS1] another way of writing it is none`() {
        for wrong in [
            "", "ba", text.uppercased(), text + "0", String(text.dropLast()), " " + text.dropLast(),
        ] {
            #expect(AssetHash(wrong) == nil)
        }
        #expect(AssetHash(String(text.dropLast()) + "g") == nil)
        #expect(AssetHash(bytes: [1, 2, 3]) == nil)
    }
}
