import HubProtocol
import Testing

@testable import Storage

@Suite struct SigningKeyTests {
    private func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    @Test func `[RFC 8032 7.1] the key signs as in the second example`() throws {
        let key = try #require(
            SigningKey(seed: bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")))
        #expect(hex(key.publicKey) == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        let signature = key.signature(of: [0x72])
        #expect(
            hex(signature)
                == "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
        #expect(SigningKey.isValid(signature, of: [0x72], by: key.publicKey))
        #expect(!SigningKey.isValid(signature, of: [0x73], by: key.publicKey))
        #expect(!SigningKey.isValid([], of: [0x72], by: key.publicKey))
        #expect(!SigningKey.isValid(signature, of: [0x72], by: []))
    }

    @Test(arguments: [0, 31, 33])
    func `a seed of another length is none`(_ length: Int) {
        #expect(SigningKey(seed: [UInt8](repeating: 1, count: length)) == nil)
    }

    @Test func `[HC7] a signed head holds for its log, its seq and its link`() throws {
        let key = try #require(SigningKey(seed: [UInt8](repeating: 9, count: 32)))
        let head = SignedHead(origin: "e", seq: seq(7), link: [1, 2], by: key)
        #expect(head.isValid)
        let (link, signature) = (head.link, head.signature)
        for wrong in [
            SignedHead(
                origin: "f", seq: seq(7), link: link, publicKey: key.publicKey, signature: signature),
            SignedHead(
                origin: "e", seq: seq(8), link: link, publicKey: key.publicKey, signature: signature),
            SignedHead(
                origin: "e", seq: seq(7), link: [1, 3], publicKey: key.publicKey, signature: signature),
        ] {
            #expect(!wrong.isValid)
        }
    }
}
