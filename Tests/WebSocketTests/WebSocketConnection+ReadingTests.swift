import Bytes
import TestSupport
import Testing

@testable import WebSocket

struct WebSocketConnectionReadingTests {
    @Test func `[W36] messages of all three forms of length come whole, however they are cut`() {
        let short = masked("Grüße 👋")
        let medium = masked(.binary, (0..<300).map { UInt8(truncatingIfNeeded: $0) })
        let seen = outcomeEveryWay(of: short + masked("") + medium)
        let binary = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        #expect(seen == Outcome(events: [.text("Grüße 👋"), .text(""), .binary(binary)]))

        let large = masked(.binary, [UInt8](repeating: 7, count: 65_536))
        for cut in Array(0...20) + Array(65_540..<large.count) {
            let seen = outcome(of: [Array(large[..<cut]), Array(large[cut...])])
            if seen.events != [.binary([UInt8](repeating: 7, count: 65_536))] {
                Issue.record("cut at \(cut)")
            }
        }
    }

    @Test func `[W32] control frames between fragments are answered at once, the message intact`() {
        let bytes =
            masked("Gr", isFinal: false) + masked(.ping, [1]) + masked(.continuation, [0xC3], isFinal: false)
            + masked(.ping, [2, 3]) + masked(.continuation, [], isFinal: false) + masked(.pong)
            + masked(.continuation, [0xBC] + Array("n".utf8))
        let seen = outcomeEveryWay(of: bytes)
        #expect(seen.events == [.pong, .text("Grün")])
        #expect(seen.output == [0x8A, 1, 1, 0x8A, 2, 2, 3])
    }

    @Test func `[W32] the answer doesn't wait for the message`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.receive(masked("half", isFinal: false) + masked(.ping, [9]))
        let events = drain(&connection)
        let output = connection.takeOutput()
        #expect(events == [] && output == [0x8A, 1, 9])
    }

    @Test(arguments: [0, 1, 125])
    func `[W41] a hundred pongs in a row are identical to their pings`(size: Int) {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        for round in UInt8(0)..<100 {
            let payload = (0..<size).map { UInt8($0) ^ round }
            connection.receive(masked(.ping, payload))
            let events = drain(&connection)
            let output = connection.takeOutput()
            #expect(events == [] && output == plain(.pong, payload))
        }
    }

    @Test func `[W51] a flood of pings that nobody can answer costs no memory`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        for round in 0..<10_000 {
            connection.receive(masked(.ping, [UInt8](repeating: UInt8(round & 0xFF), count: 125)))
            _ = drain(&connection)
        }
        let capacity = connection.queue.capacity
        let output = connection.takeOutput()
        #expect(output.count == 16 * 127 && output.last == UInt8(9_999 & 0xFF) && capacity <= 4_096)
    }

    @Test func `messages complete before a mistake are delivered before it`() {
        let seen = outcomeEveryWay(of: masked("one") + masked(.ping, [5]) + masked("two") + [0x83])
        #expect(seen.events == [.text("one"), .text("two"), .failed(1002)])
        #expect(seen.output.prefix(4) == [0x8A, 1, 5, 0x88] && seen.state == .closed)
    }

    @Test(
        arguments: [
            [0xC1, 0x80], [0x83, 0x80], [0x09, 0x80], [0x89, 0xFE], [0x81, 0x05], [0x80, 0x80, 0, 0, 0, 0],
            [0x82, 0xFE, 0, 5], [0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
            [0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0],
        ] as [[UInt8]])
    func
        `[W24] [W26] [W27] [W28] [W29] [W30] [W31] [W34] a broken frame fails the connection with 1002, however it is cut`(
            bytes: [UInt8]
        )
    {
        let seen = outcomeEveryWay(of: bytes)
        #expect(seen.events == [.failed(1002)] && seen.state == .closed)
        #expect(onlyCloseCode(in: seen.output) == 1002)
    }

    @Test func `[W27] a server's masked frame fails a client's connection, and its own frames are masked`() {
        let seen = outcome(of: [masked("no")], role: .client)
        #expect(seen.events == [.failed(1002)])
        #expect(seen.output.prefix(1) == [0x88] && seen.output[1] & 0x80 != 0)
        let server = outcome(of: [seen.output])
        #expect(server.events == [.closed(1002, "a server's frame is masked")])
    }

    @Test func `[W27] the zero key is a key`() {
        let seen = outcomeEveryWay(of: masked(.text, Array("as it is".utf8), mask: 0))
        #expect(seen.events == [.text("as it is")])
    }

    @Test func `[W25] a large length is refused at its header, and nothing allocated for a lawful one`() {
        let refused = outcomeEveryWay(
            of: [0x82, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4] + [UInt8](repeating: 0, count: 10))
        #expect(refused.events == [.failed(1009)] && onlyCloseCode(in: refused.output) == 1009)

        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.receive(Array(masked(.binary, [UInt8](repeating: 0, count: 500_000)).prefix(24)))
        let events = drain(&connection)
        let capacity = connection.queue.capacity
        #expect(events == [] && capacity <= 4_096)
    }

    @Test func `[W35] the size of a fragmented message is bounded at the header that exceeds it`() {
        let limits = Limits(messageBytes: 8)
        let fits = masked("12345", isFinal: false) + masked(.continuation, [0x36, 0x37, 0x38])
        #expect(outcomeEveryWay(of: fits, limits: limits).events == [.text("12345678")])
        let header = Array(masked(.continuation, [0, 0, 0, 0]).prefix(6))
        let seen = outcomeEveryWay(of: masked("12345", isFinal: false) + header, limits: limits)
        #expect(seen.events == [.failed(1009)])
    }

    @Test func `[W35] endless empty fragments end at the limit`() {
        let limits = Limits(fragments: 4)
        let empty = masked(.continuation, isFinal: false)
        let seen = outcomeEveryWay(
            of: masked("", isFinal: false) + empty + empty + empty + empty, limits: limits)
        #expect(seen.events == [.failed(1008)] && onlyCloseCode(in: seen.output) == 1008)
    }

    @Test func `[W39] a text may be cut inside a sequence anywhere`() {
        let bytes = Array("aé€😀".utf8)
        for cut in 0...bytes.count {
            let head = masked(.text, Array(bytes[..<cut]), isFinal: false)
            let seen = outcomeEveryWay(of: head + masked(.continuation, Array(bytes[cut...])))
            #expect(seen.events == [.text("aé€😀")])
        }
    }

    @Test(
        arguments: [
            [0x80], [0xC0], [0xED, 0xA0], [0xE0, 0x80], [0xF4, 0x90], [0xF5], [0xC3, 0x28],
        ] as [[UInt8]])
    func `[W39] text that isn't UTF-8 fails at its first bad byte, inside the frame`(bad: [UInt8]) {
        let frame = masked(.text, Array("fine so far".utf8) + bad + [UInt8](repeating: 0x61, count: 50))
        let upToBad = Array(frame[..<(6 + 11 + bad.count)])
        #expect(outcomeEveryWay(of: upToBad).events == [.failed(1007)])
        let withoutBad = Array(upToBad.dropLast())
        #expect(outcome(of: [withoutBad]).events == [])
        let fragment = masked(.text, bad + [0x61], isFinal: false)
        #expect(onlyCloseCode(in: outcomeEveryWay(of: fragment).output) == 1007)
    }

    @Test func `[W39] a text that ends inside a sequence fails`() {
        #expect(outcomeEveryWay(of: masked(.text, [0x61, 0xE2, 0x82])).events == [.failed(1007)])
        let fragments = masked(.text, [0xE2], isFinal: false) + masked(.continuation, [0x82])
        #expect(outcomeEveryWay(of: fragments).events == [.failed(1007)])
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func `[W35] a large message that comes byte by byte costs linear time`(inOneFrame: Bool) {
        let text = String(repeating: "é", count: 150_000)
        let bytes = Array(text.utf8)
        let frames =
            inOneFrame
            ? masked(text)
            : masked(.text, Array(bytes[..<200_001]), isFinal: false)
                + masked(.continuation, Array(bytes[200_001...]))
        var connection = WebSocketConnection(role: .server, limits: Limits())
        var events: [Seen] = []
        for byte in frames {
            connection.receive([byte])
            events += drain(&connection)
        }
        #expect(events == [.text(text)])
    }
}
