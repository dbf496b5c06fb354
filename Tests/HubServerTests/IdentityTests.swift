import Bytes
import Testing

@testable import HubServer

@Suite struct IdentityTests {
    private let identity = Identity(secret: Array(0..<32))

    @Test func `[ID1] a token leads back to the participant that it was issued for`() {
        let one = identity.issue()
        let two = identity.issue()
        #expect(one.participant != two.participant)
        #expect(identity.participant(of: one.token) == one.participant)
        #expect(Identity(secret: Array(0..<32)).participant(of: two.token) == two.participant)
        #expect(one.token.utf8.count <= 256)
    }

    @Test func `[ID1] a token of another hub, or changed in any place, is none`() {
        let (participant, token) = identity.issue()
        #expect(Identity(secret: Array(1..<33)).participant(of: token) == nil)
        for index in token.utf8.indices {
            var bytes = Array(token.utf8)
            bytes[token.utf8.distance(from: token.startIndex, to: index)] ^= 1
            #expect(identity.participant(of: String(decoding: bytes, as: UTF8.self)) == nil)
        }
        for text in ["", ".", participant, participant + ".", "." + token, token + ".", token + "0", "\0"] {
            #expect(identity.participant(of: text) == nil, "\(text)")
        }
    }

    @Test func `bytes are written in two digits each`() {
        #expect(Hex.encode([0, 15, 16, 255][...]) == "000f10ff")
        #expect(RandomBytes.hex(8).count == 16)
        #expect(RandomBytes.hex(8) != RandomBytes.hex(8))
    }
}
