import Testing

@testable import WebSocket

struct MessageDeflaterTests {
    private static func deflater(_ agreed: DeflateAgreement?) -> MessageDeflater? {
        if case .dedicated(let window) = agreed?.outgoing { MessageDeflater(window) } else { nil }
    }

    @Test func `[W56] what is below the threshold goes plain and leaves the window alone`() throws {
        let deflater = try #require(
            Self.deflater(agreement("permessage-deflate", DeflateSettings(threshold: 10))))
        let texts = ["ten or more", "short", "ten or more", "9 letters", "10 letters"]
        var compressed: [[UInt8]] = []
        for text in texts {
            let frame = deflater.frame(.text, payload: Array(text.utf8).span.bytes)
            let seen = try #require(payload(of: frame))
            #expect(seen.isCompressed == (text.utf8.count >= 10))
            if seen.isCompressed {
                compressed.append(seen.bytes)
            } else {
                #expect(seen.bytes == Array(text.utf8))
            }
        }
        #expect(inflated(compressed) == ["ten or more", "ten or more", "10 letters"])
        #expect(compressed[1].count < 6)
    }

    @Test func `[RFC 7692 7.1.1] without takeover each message stands alone`() throws {
        let deflater = try #require(
            Self.deflater(agreement("permessage-deflate; server_no_context_takeover")))
        var random = Seeded(state: 11)
        for _ in 0..<20 {
            let text = randomMessage(200, &random)
            let frame = deflater.frame(.text, payload: Array(text.utf8).span.bytes)
            #expect(inflated([try #require(payload(of: frame)).bytes]) == [text])
            deflater.trim()
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `what one end deflates the other inflates, by every agreement, in random messages and cuts`() throws
    {
        let seed = UInt64.random(in: .min ... .max)
        var random = Seeded(state: seed)
        for bits in 9...15 {
            for takesOver in [false, true] {
                let settings = DeflateSettings(
                    windowBits: bits, memLevel: Int.random(in: 1...9, using: &random),
                    level: Int.random(in: 1...9, using: &random), takesOver: takesOver,
                    peerWindowBits: Int.random(in: 9...15, using: &random), peerTakesOver: takesOver,
                    threshold: Int.random(in: 0...200, using: &random))
                let offer = DeflateOffer(settings)
                let server = try #require(agreement(offer.headerValue, settings))
                let client = try #require(
                    try DeflateAgreement(reply: [server.headerValue], to: offer, settings: settings))
                let up = Self.exchange(from: client, to: server, fromClient: true, &random)
                let down = Self.exchange(from: server, to: client, fromClient: false, &random)
                #expect(up && down, "seed \(seed)")
            }
        }
    }

    /// Sends random messages, compressed, plain and in fragments, and hears whether the other end hears them.
    private static func exchange(
        from sender: DeflateAgreement, to receiver: DeflateAgreement, fromClient: Bool, _ random: inout Seeded
    ) -> Bool {
        guard let deflater = deflater(sender) else { return false }
        var wire: [UInt8] = []
        var expected: [Seen] = []
        for _ in 0..<25 {
            let text = randomMessage([0, 60, 400, 9_000].randomElement(using: &random) ?? 0, &random)
            let mask = fromClient ? UInt32.random(in: .min ... .max, using: &random) : nil
            let isPlain = Int.random(in: 0..<5, using: &random) == 0
            wire +=
                isPlain
                ? FrameEncoder.frame(.text, payload: Array(text.utf8), mask: mask)
                : deflater.frame(.text, payload: Array(text.utf8).span.bytes, mask: mask)
            expected.append(.text(text))
            if Bool.random(using: &random) { deflater.trim() }
        }
        var other = WebSocketConnection(
            role: fromClient ? .server : .client, limits: Limits(), compression: receiver)
        var events: [Seen] = []
        var rest = wire[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...3_000, using: &random))
            other.receive(Array(part))
            rest = rest.dropFirst(part.count)
            events += drain(&other)
        }
        return events == expected
    }
}
