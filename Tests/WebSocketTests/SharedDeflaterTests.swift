import Testing

@testable import WebSocket

struct SharedDeflaterTests {
    /// A member of a room, with the zlib that its browser has.
    private final class Member {
        var receiver: SharedReceiver
        private let browser: InflateStream
        private(set) var compressed = 0

        init(windowBits: Int = 15, takesOver: Bool = true) {
            receiver = SharedReceiver(SharedWindow(windowBits: windowBits, takesOver: takesOver))
            browser = InflateStream(windowBits: windowBits)
        }

        /// What the member reads of a message that is offered compressed; nil if it gets it plain.
        func read(_ frame: SharedFrame) -> String? {
            guard receiver.admits(frame), let payload = payload(of: frame.bytes) else { return nil }
            compressed += 1
            var output = [UInt8](repeating: 0, count: 1 << 16)
            return (payload.bytes + MessageInflater.tail).withUnsafeBytes { bytes in
                output.withUnsafeMutableBytes { room in
                    var input = bytes
                    guard case (let written, .needsInput) = browser.inflate(&input, into: room) else {
                        return "broken"
                    }
                    return String(decoding: room.prefix(written), as: UTF8.self)
                }
            }
        }
    }

    private static func frame(_ deflater: SharedDeflater, _ text: String) -> SharedFrame? {
        deflater.frame(text: Array(text.utf8).span.bytes)
    }

    @Test func `[W57] members that joined at different times read the same frames, whatever they skip`()
        throws
    {
        let seed = UInt64.random(in: .min ... .max)
        var random = Seeded(state: seed)
        for takesOver in [true, false] {
            let deflater = SharedDeflater(DeflateSettings(windowBits: 12, takesOver: takesOver))
            var members: [Member] = []
            var (admitted, offered) = (0, 0)
            for _ in 0..<600 {
                if Int.random(in: 0..<15, using: &random) == 0 {
                    members.append(
                        Member(
                            windowBits: [9, 11, 12, 13, 15].randomElement(using: &random) ?? 15,
                            takesOver: Bool.random(using: &random)))
                    // Whoever isn't waited for is served plain, not wrongly.
                    if Int.random(in: 0..<4, using: &random) > 0 { deflater.reset() }
                }
                let text = randomMessage(Int.random(in: 64...1_200, using: &random), &random)
                let frame = try #require(Self.frame(deflater, text))
                for member in members where Int.random(in: 0..<300, using: &random) > 0 {
                    offered += 1
                    guard let read = member.read(frame) else { continue }
                    admitted += 1
                    if read != text { Issue.record("seed \(seed): \(read) instead of \(text)") }
                }
            }
            #expect(admitted > offered / 10, "seed \(seed): \(admitted) of \(offered)")
        }
    }

    @Test func `[W57] a member that joins between resets gets plain frames until the next one`() throws {
        let deflater = SharedDeflater(DeflateSettings(threshold: 1))
        let (early, late) = (Member(), Member())
        #expect(early.read(try #require(Self.frame(deflater, "one"))) == "one")
        let second = try #require(Self.frame(deflater, "two"))
        #expect(early.read(second) == "two" && late.read(second) == nil)
        deflater.reset()
        let third = try #require(Self.frame(deflater, "three"))
        #expect(early.read(third) == "three" && late.read(third) == "three")
        deflater.release()
        let fourth = try #require(Self.frame(deflater, "four"))
        #expect(early.read(fourth) == "four" && late.read(fourth) == "four")
    }

    @Test func `[W57] frames of another group are no continuation`() throws {
        let (here, there) = (
            SharedDeflater(DeflateSettings(threshold: 1)), SharedDeflater(DeflateSettings(threshold: 1))
        )
        let member = Member()
        #expect(member.read(try #require(Self.frame(here, "here"))) == "here")
        _ = Self.frame(there, "there")
        #expect(member.read(try #require(Self.frame(there, "there"))) == nil)
        there.reset()
        #expect(member.read(try #require(Self.frame(there, "there too"))) == "there too")
        #expect(member.read(try #require(Self.frame(here, "here"))) == nil)
        #expect(member.read(try #require(Self.frame(there, "there too"))) == "there too")
    }

    @Test func `[W56] what is below the threshold is no frame, and leaves the window alone`() throws {
        let deflater = SharedDeflater(DeflateSettings(threshold: 10))
        let member = Member()
        #expect(Self.frame(deflater, "9 letters") == nil && deflater.threshold == 10)
        #expect(member.read(try #require(Self.frame(deflater, "10 letters"))) == "10 letters")
        #expect(Self.frame(deflater, "9 letters") == nil)
        let again = try #require(Self.frame(deflater, "10 letters"))
        #expect(member.read(again) == "10 letters" && again.bytes.count < 8)
    }

    @Test func `a frame is a server's, whole, with RSV1`() throws {
        let frame = try #require(Self.frame(SharedDeflater(DeflateSettings(threshold: 1)), "words"))
        #expect(frame.bytes[0] == 0xC1 && frame.bytes[1] & 0x80 == 0)
        #expect(try #require(payload(of: frame.bytes)).isCompressed)
    }

    @Test func `JSON of random words, a KiB each, takes at most 0.40 of its bytes`() throws {
        var random = Seeded(state: 1)
        let deflater = SharedDeflater(DeflateSettings())
        var (plain, packed) = (0, 0)
        for round in 0..<500 {
            if round % 100 == 0 { deflater.reset() }
            let text = randomMessage(1_024, &random)
            plain += FrameEncoder.frame(.text, payload: Array(text.utf8)).count
            packed += try #require(Self.frame(deflater, text)).bytes.count
        }
        #expect(Double(packed) / Double(plain) < 0.40)
    }

    @Test func `presence of 82 bytes takes about a third`() throws {
        var random = Seeded(state: 2)
        let deflater = SharedDeflater(DeflateSettings())
        var (plain, packed) = (0, 0)
        for round in 0..<500 {
            if round % 100 == 0 { deflater.reset() }
            let (x, y) = (
                Int.random(in: 100...999, using: &random), Int.random(in: 100...999, using: &random)
            )
            let at = #""at":{"x":\#(x),"y":\#(y)},"tool":"pointer","seen":\#(10_000 + round)"#
            let text = #"{"t":"presence","from":"ada-\#(round % 7)",\#(at)}"#
            plain += FrameEncoder.frame(.text, payload: Array(text.utf8)).count
            packed += try #require(Self.frame(deflater, text)).bytes.count
        }
        #expect(Double(packed) / Double(plain) < 0.36)
    }
}
