import CZlib
import Testing

@testable import WebSocket

struct MessageInflaterTests {
    private static func events(
        _ bytes: [UInt8], limits: Limits = Limits(), _ agreed: DeflateAgreement? = peerTakesOver
    ) -> [Seen] {
        outcomeEveryWay(of: bytes, limits: limits, compression: agreed).events
    }

    // MARK: What RFC 7692 shows

    @Test(
        arguments: [
            // 7.2.3.1 to 7.2.3.5: one block; no compression; a last block and an empty one; two blocks.
            [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
        ] as [[UInt8]])
    func `[RFC 7692 7.2.3] the examples say Hello`(payload: [UInt8]) {
        #expect(Self.events(squeezed(.text, payload)) == [.text("Hello")])
        let fragments =
            squeezed(.text, Array(payload[..<3]), isFinal: false)
            + squeezed(.continuation, Array(payload[3...]))
        #expect(Self.events(fragments) == [.text("Hello")])
    }

    @Test func `[RFC 7692 7.2.3.2] the second message may refer to the first`() {
        let first: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        let second: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]
        let wire = squeezed(.text, first) + squeezed(.text, second)
        #expect(Self.events(wire) == [.text("Hello"), .text("Hello")])
        #expect(Self.events(wire, agreement()) == [.text("Hello"), .failed(1007)])
    }

    @Test func `[W56] plain messages between compressed ones leave the window alone`() {
        let peer = RawDeflater()
        let wire =
            squeezed(.text, peer.message("one and two")) + masked("plain")
            + squeezed(.binary, peer.message("two"))
            + masked("pla", isFinal: false) + masked(.continuation, Array("in".utf8))
            + squeezed(.text, peer.message("one and two"))
        #expect(
            Self.events(wire) == [
                .text("one and two"), .text("plain"), .binary(Array("two".utf8)), .text("plain"),
                .text("one and two"),
            ])
    }

    @Test func `[W59] empty messages and empty fragments`() {
        let peer = RawDeflater()
        let hello = peer.message("hello")
        for empty in [[], [0x00], [0x02, 0x00], [0x03, 0x00]] as [[UInt8]] {
            let wire =
                squeezed(.text, hello) + squeezed(.text, empty)
                + squeezed(.text, [], isFinal: false) + squeezed(.continuation, empty)
                + squeezed(.text, empty, isFinal: false) + squeezed(.continuation, [])
            #expect(Self.events(wire) == [.text("hello"), .text(""), .text(""), .text("")], "\(empty)")
        }
        let inside = squeezed(.text, [], isFinal: false) + squeezed(.continuation, hello, isFinal: false)
        #expect(Self.events(inside + squeezed(.continuation, [])) == [.text("hello")])
    }

    @Test func `[W59] a last block ends a message, and the next one goes on`() {
        let last: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        let back: [UInt8] = [0x02, 0x13, 0x00, 0x00]
        #expect(
            Self.events(
                squeezed(.text, last) + squeezed(.text, []) + squeezed(.text, back)
                    + squeezed(.text, last + [0]))
                == [.text("Hello"), .text(""), .text("Hello"), .text("Hello")])
        #expect(Self.events(squeezed(.text, last + last + [0])) == [.text("HelloHello")])
        let alone = squeezed(.text, last) + squeezed(.text, last)
        #expect(Self.events(alone, agreement()) == [.text("Hello"), .text("Hello")])
    }

    @Test func `[W59] a mark that wasn't cut off ends a message as well`() {
        let peer = RawDeflater()
        let uncut = peer.deflate(Array("one and two".utf8))
        let wire =
            squeezed(.text, uncut) + squeezed(.text, uncut, isFinal: false) + squeezed(.continuation, [])
            + squeezed(.text, peer.message("one and two"))
        let text = Seen.text("one and two")
        #expect(Self.events(wire) == [text, text, text])
    }

    @Test func `[W59] what is cut off, or followed by what is no DEFLATE, fails`() {
        let payload = RawDeflater().message("some words, some more words, and again some words")
        for cut in 1..<payload.count - 1 {
            let seen = outcome(of: [squeezed(.text, Array(payload[..<cut]))], compression: peerTakesOver)
            if seen.events != [.failed(1007)] { Issue.record("cut at \(cut): \(seen.events)") }
        }
        for garbage in [[0x07], [0xFF, 0xFF], [0x00, 0x01]] as [[UInt8]] {
            #expect(Self.events(squeezed(.text, payload + garbage)) == [.failed(1007)])
        }
        let last: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        #expect(Self.events(squeezed(.text, last + [0xFF])) == [.failed(1007)])
    }

    @Test func `[W28] [W31] RSV1 stands on a message's first frame only, and only if it was agreed on`() {
        let hello = RawDeflater().message("hello")
        var continuation = squeezed(.continuation, [])
        continuation[0] |= 0x40
        let begun = squeezed(.text, hello, isFinal: false)
        #expect(Self.events(begun + continuation) == [.failed(1002)])
        for control in [Opcode.ping, .pong, .close] {
            #expect(Self.events(squeezed(control, [])) == [.failed(1002)])
            #expect(Self.events(begun + squeezed(control, [])) == [.failed(1002)])
        }
        #expect(Self.events(squeezed(.text, hello), nil) == [.failed(1002)])
    }

    @Test func `[W34] a compressed message inside another is refused, and one of each kind too`() {
        let hello = RawDeflater().message("hello")
        let begun = squeezed(.text, hello, isFinal: false)
        let plain = masked("plain", isFinal: false)
        for wire in [
            begun + begun, begun + plain, plain + begun, begun + masked("x"), plain + squeezed(.text, hello),
        ] {
            #expect(Self.events(wire) == [.failed(1002)])
        }
        #expect(Self.events(squeezed(.continuation, hello)) == [.failed(1002)])
    }

    @Test func `[W32] a ping between compressed fragments is answered at once`() {
        let hello = RawDeflater().message("hello")
        let wire =
            squeezed(.text, Array(hello[..<2]), isFinal: false) + masked(.ping, [1])
            + squeezed(.continuation, Array(hello[2...]))
        let seen = outcomeEveryWay(of: wire, compression: peerTakesOver)
        #expect(seen.events == [.text("hello")] && seen.output == [0x8A, 1, 1])
    }

    @Test(.timeLimit(.minutes(1)))
    func `[W59] what damaged streams come to doesn't depend on how they are cut`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = Seeded(state: seed)
        let limits = Limits(messageBytes: 4_000, inflationRatio: 5, inflationFloor: 600)
        for _ in 0..<400 {
            let peer = RawDeflater(windowBits: 9, level: Int32.random(in: 0...9, using: &random))
            var wire: [UInt8] = []
            for _ in 0..<3 {
                var payload = peer.message(randomMessage(Int.random(in: 0...900, using: &random), &random))
                for _ in 0..<Int.random(in: 0...2, using: &random) {
                    let place = Int.random(in: 0..<payload.count, using: &random)
                    payload[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
                }
                wire += squeezed(Bool.random(using: &random) ? .text : .binary, payload)
            }
            let whole = outcome(of: [wire], limits: limits, compression: peerTakesOver)
            let bytewise = outcome(of: wire.map { [$0] }, limits: limits, compression: peerTakesOver)
            #expect(bytewise == whole, "seed \(seed)")
            let cut = Int.random(in: 1..<wire.count, using: &random)
            let parts = [Array(wire[..<cut]), Array(wire[cut...])]
            let halves = outcome(of: parts, limits: limits, compression: peerTakesOver)
            #expect(halves == whole, "seed \(seed), cut at \(cut)")
        }
    }

    // MARK: Text

    @Test func `[W39] text is refused as its first bad byte is inflated`() {
        let peer = RawDeflater()
        let good = peer.deflate(Array("fine so far é".utf8))
        for bad in [[0x80], [0xC0], [0xED, 0xA0], [0xF5], [0xC3, 0x28]] as [[UInt8]] {
            let frame = squeezed(.text, good + RawDeflater().deflate(bad) + [UInt8](repeating: 0, count: 40))
            let seen = outcome(of: frame.map { [$0] }, compression: peerTakesOver)
            #expect(seen.events == [.failed(1007)] && onlyCloseCode(in: seen.output) == 1007)
            let upToBad = Array(frame.dropLast(40))
            #expect(outcome(of: [upToBad], compression: peerTakesOver).events == [.failed(1007)])
        }
    }

    @Test func `[W39] a compressed text may be cut inside a sequence, and not end in one`() {
        let bytes = Array("aé€😀".utf8)
        for cut in 0...bytes.count {
            let peer = RawDeflater()
            let head = squeezed(.text, peer.deflate(Array(bytes[..<cut])), isFinal: false)
            let tail = squeezed(.continuation, Array(peer.deflate(Array(bytes[cut...])).dropLast(4)))
            let seen = outcome(of: [head + tail], compression: agreement("permessage-deflate"))
            #expect(seen.events == [.text("aé€😀")])
        }
        let open = squeezed(.text, Array(RawDeflater().deflate([0x61, 0xE2, 0x82]).dropLast(4)))
        #expect(Self.events(open) == [.failed(1007)])
    }

    @Test func `messages complete before a mistake are delivered before it`() {
        let peer = RawDeflater()
        let wire =
            squeezed(.text, peer.message("one")) + masked(.ping, [5]) + squeezed(.text, peer.message("two"))
            + squeezed(.text, [0x07])
        let seen = outcomeEveryWay(of: wire, compression: peerTakesOver)
        #expect(seen.events == [.text("one"), .text("two"), .failed(1007)])
        #expect(seen.output.prefix(4) == [0x8A, 1, 5, 0x88])
    }

    // MARK: Bounds

    @Test func `[W53] a message is bounded by what comes out of it`() {
        let limits = Limits(messageBytes: 1_000)
        let fits = String(repeating: "a", count: 1_000)
        #expect(Self.events(squeezed(.text, RawDeflater().message(fits)), limits: limits) == [.text(fits)])
        let larger = squeezed(.text, RawDeflater().message(fits + "a"))
        let seen = outcomeEveryWay(of: larger, limits: limits, compression: peerTakesOver)
        #expect(seen.events == [.failed(1009)] && onlyCloseCode(in: seen.output) == 1009)
    }

    @Test func `[W53] a bomb is stopped at the cap, and costs no more than it`() throws {
        let bomb = RawDeflater().deflate([UInt8](repeating: 0, count: 16 << 20))
        #expect(bomb.count < 20_000)
        let inflater = MessageInflater(try #require(peerTakesOver).incoming, limits: Limits())
        try inflater.admit(payloadCount: 1 << 19, isFirst: true)
        var code: CloseCode?
        do throws(ProtocolViolation) {
            try bomb.withUnsafeBufferPointer { bytes throws(ProtocolViolation) in
                try inflater.take(UnsafeRawBufferPointer(bytes)) { _ in }
            }
        } catch {
            code = error.code
        }
        #expect(code == .messageTooBig && inflater.capacity <= 1 << 20)
        inflater.release()
        #expect(inflater.capacity == 0 && !inflater.holdsStream)
    }

    @Test func `[W53] beyond the floor a message may be so many times what was sent`() {
        let limits = Limits(messageBytes: 1 << 19, inflationRatio: 25, inflationFloor: 10_000)
        let atFloor = String(repeating: "a", count: 10_000)
        #expect(
            Self.events(squeezed(.text, RawDeflater().message(atFloor)), limits: limits) == [.text(atFloor)])
        let beyond = squeezed(.text, RawDeflater().message(atFloor + "a"))
        #expect(Self.events(beyond, limits: limits) == [.failed(1009)])

        var random = Seeded(state: 3)
        let words = randomMessage(100_000, &random)
        let seen = outcome(
            of: [squeezed(.text, RawDeflater().message(words))], limits: limits, compression: peerTakesOver)
        #expect(seen.events == [.text(words)])
    }

    @Test func `[W35] blocks without content end at a limit too, and so do fragments`() {
        let limits = Limits(messageBytes: 800, fragments: 4)
        let block = RawDeflater().deflate([], flush: Z_FULL_FLUSH)
        let blocks = (0..<400).flatMap { _ in block }
        #expect(
            Self.events(squeezed(.text, Array(blocks[..<(800 + 100 + 24)] + [0])), limits: limits).last
                == .failed(1009))
        let header = Array(squeezed(.text, [UInt8](repeating: 0, count: 925)).prefix(8))
        #expect(Self.events(header, limits: limits) == [.failed(1009)])
        let first = squeezed(.text, Array(blocks.prefix(900)), isFinal: false)
        let second = Array(squeezed(.continuation, [UInt8](repeating: 0, count: 25)).prefix(6))
        #expect(
            outcome(of: [first + second], limits: limits, compression: peerTakesOver).events == [
                .failed(1009)
            ])

        let empty = squeezed(.continuation, [], isFinal: false)
        let endless = squeezed(.text, [], isFinal: false) + empty + empty + empty + empty
        #expect(Self.events(endless, limits: limits) == [.failed(1008)])
    }

    @Test func `[W60] nothing is held before, between and after messages that take over nothing`() {
        for takesOver in [false, true] {
            let agreed = agreement("permessage-deflate", DeflateSettings(peerTakesOver: takesOver))
            var connection = WebSocketConnection(role: .server, limits: Limits(), compression: agreed)
            let hello = squeezed(.text, RawDeflater().message("hello"))
            connection.receive(masked("plain"))
            _ = drain(&connection)
            let before = connection.assembler.inflater?.holdsStream
            connection.receive(Array(hello.dropLast()))
            _ = drain(&connection)
            let during = connection.assembler.inflater?.holdsStream
            connection.receive(Array(hello.suffix(1)))
            _ = drain(&connection)
            let between = connection.assembler.inflater?.holdsStream
            connection.sendPing()
            let kept = connection.assembler.inflater?.capacity
            connection.receive(masked(.close, closing(1000)))
            _ = drain(&connection)
            let after = connection.assembler.inflater?.holdsStream
            #expect(before == false && during == true && between == takesOver && after == false && kept == 0)
        }
    }
}
