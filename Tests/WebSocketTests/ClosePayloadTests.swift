import Testing

@testable import WebSocket

struct ClosePayloadTests {
    private static func parsed(_ bytes: [UInt8]) throws(ProtocolViolation) -> [String] {
        let (code, reason) = try ClosePayload.parse(bytes.span.bytes)
        return [code.map { "\($0.rawValue)" } ?? "none", reason]
    }

    private static func failure(_ bytes: [UInt8]) -> UInt16? {
        do {
            _ = try parsed(bytes)
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test func `[W40] an empty payload has no code`() throws {
        #expect(try Self.parsed([]) == ["none", ""])
    }

    @Test func `[W40] one byte is half a code`() {
        #expect(Self.failure([3]) == 1002)
    }

    @Test func `[W40] a code that is never sent is refused, any other read`() throws {
        for number in UInt16.min...UInt16.max {
            let expected: UInt16? = CloseCode(rawValue: number).isValidOnWire ? nil : 1002
            if Self.failure(closing(number)) != expected { Issue.record("\(number)") }
        }
    }

    @Test func `[W40] the reason is UTF-8 or the close is refused`() throws {
        #expect(try Self.parsed(closing(1000, Array("Grüße".utf8))) == ["1000", "Grüße"])
        #expect(Self.failure(closing(1000, [0xFF])) == 1007)
        #expect(Self.failure(closing(1000, [0x61, 0xC3])) == 1007)
    }

    @Test func `[W30] a reason is cut to 123 bytes between two scalars`() {
        let ascii = ClosePayload.encode(.normalClosure, reason: String(repeating: "x", count: 500))
        #expect(ascii.count == 125)
        let wide = ClosePayload.encode(.normalClosure, reason: String(repeating: "é", count: 500))
        #expect(wide == closing(1000, Array(String(repeating: "é", count: 61).utf8)))
        let emoji = ClosePayload.encode(.normalClosure, reason: "x" + String(repeating: "😀", count: 500))
        #expect(emoji == closing(1000, Array(("x" + String(repeating: "😀", count: 30)).utf8)))
    }

    @Test func `[W46] a code that is never sent is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            _ = ClosePayload.encode(.abnormalClosure, reason: "")
        }
    }
}
