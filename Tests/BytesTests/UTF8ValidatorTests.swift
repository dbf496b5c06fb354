import Bytes
import TestSupport
import Testing

struct UTF8ValidatorTests {
    /// Whether `parts` are valid so far, and whether they end between two scalars.
    private static func judge(_ parts: [[UInt8]]) -> (isValid: Bool, isComplete: Bool) {
        var validator = UTF8Validator()
        for part in parts where !validator.consume(part.span.bytes) { return (false, validator.isComplete) }
        return (true, validator.isComplete)
    }

    private static func consume(_ parts: [[UInt8]], with validator: inout UTF8Validator) -> [Bool] {
        var verdicts: [Bool] = []
        for part in parts { verdicts.append(validator.consume(part.span.bytes)) }
        return verdicts
    }

    private static func expectEveryWay(_ bytes: [UInt8], isValid: Bool, isComplete: Bool) {
        for way in cuts(of: bytes) {
            let judged = judge(way)
            #expect(judged == (isValid, isComplete), "\(bytes) as \(way)")
        }
    }

    @Test(arguments: [
        "", "plain", "exactly eight bytes, twice over.", "κόσμε", "\u{7FF}\u{800}", "\u{D7FF}\u{E000}",
        "\u{FFFF}",
        "\u{10000}", "\u{10FFFF}", "👩‍👩‍👧 and a\u{301}", "ASCII, longer than a word, then é at its end",
    ])
    func `[RFC 3629] valid text is valid however it is cut`(text: String) {
        Self.expectEveryWay(Array(text.utf8), isValid: true, isComplete: true)
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC3, 0x41],
            [0xE2, 0x82, 0x41],
            [0xC3, 0xC3], [0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x80],
        ] as [[UInt8]])
    func `[W39] overlong, surrogate, too large, lone and broken sequences are invalid`(bytes: [UInt8]) {
        Self.expectEveryWay(bytes, isValid: false, isComplete: false)
    }

    @Test(
        arguments: [
            [0xC3], [0xE2, 0x82], [0xED, 0x9F], [0xF0, 0x9F, 0x92], [0x61, 0xF4],
        ] as [[UInt8]])
    func `[W39] the beginning of a sequence is valid and not complete`(bytes: [UInt8]) {
        Self.expectEveryWay(bytes, isValid: true, isComplete: false)
    }

    @Test func `[W39] the first byte that can't continue is the one that fails`() {
        var validator = UTF8Validator()
        let verdicts = Self.consume([[0xED], [0xA0]], with: &validator)
        #expect(verdicts == [true, false])
    }

    @Test(arguments: [UInt8(0x41), 0x80, 0xBF, 0xFF])
    func `a failure lasts until the reset`(after: UInt8) {
        var validator = UTF8Validator()
        let verdicts = Self.consume([[0xFF], [after]], with: &validator)
        #expect(verdicts == [false, false])
        #expect(!validator.isComplete)
        validator.reset()
        let afterReset = Self.consume([Array("ok".utf8)], with: &validator)
        #expect(afterReset == [true])
        #expect(validator.isComplete)
    }

    @Test func `every lead and second byte gets the standard library's verdict`() {
        for lead in UInt8(0x80)...0xFF {
            for second in UInt8.min...0xFF {
                let bytes = [lead, second, 0x80, 0x80]
                // Of the prefixes, one is whole if and only if the first two bytes may begin a scalar.
                let isScalar = (2...4).contains { String(validating: bytes[..<$0], as: UTF8.self) != nil }
                #expect(Self.judge([[lead, second]]).isValid == isScalar, "\(bytes)")
            }
        }
    }
}
