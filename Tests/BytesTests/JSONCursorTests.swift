import Testing

@testable import Bytes

@Suite struct JSONCursorTests {
    /// Reads strings of every length, so that the word-wise reading meets its end at each of its eight
    /// places.
    @Test func `a quote, a backslash or a control character is seen at every place of a word`() throws {
        for length in 0..<40 {
            let filler = [UInt8](repeating: UInt8(ascii: "x"), count: length)
            try JSONScanner.scan([0x22] + filler + [0x22])
            try JSONScanner.scan([0x22] + filler + Array(#"\n"#.utf8) + filler + [0x22])
            #expect(throws: JSONError.unexpected(byte: 0x1F, offset: length + 1)) {
                try JSONScanner.scan([0x22] + filler + [0x1F] + filler + [0x22])
            }
        }
    }

    @Test func `bytes above ASCII are text`() throws {
        try JSONScanner.scan([0x22] + (0x80...0xFF).map { UInt8($0) } + [0x22])
    }

    /// Compares with a plain recursive reading of the same grammar over random texts of its alphabet.
    @Test func `random texts are judged as a recursive reader judges them`() {
        var generator = SplitMix(seed: 42)
        let alphabet = Array(#"{}[]:,"\u01a-.eE+tn "#.utf8)
        var valid = 0
        for _ in 0..<200_000 {
            let text = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator)!
            }
            var reader = RecursiveReader(text)
            let expected = reader.accepts()
            let accepted = (try? JSONScanner.scan(text)) != nil
            #expect(accepted == expected, "\(String(decoding: text, as: UTF8.self))")
            if expected { valid += 1 }
        }
        #expect(valid > 500)
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// The grammar of RFC 8259 as it stands there, one function a production.
private struct RecursiveReader {
    var rest: Substring.UnicodeScalarView
    init(_ text: [UInt8]) { rest = String(decoding: text, as: UTF8.self).unicodeScalars[...] }

    mutating func accepts() -> Bool {
        space()
        guard value() else { return false }
        space()
        return rest.isEmpty
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    mutating func space() {
        while let next = rest.first, " \t\r\n".unicodeScalars.contains(next) { rest.removeFirst() }
    }

    mutating func value() -> Bool {
        switch rest.first {
        case "{":
            list("}") { reader in
                reader.string()
                    && {
                        reader.space(); return reader.take(":")
                    }() && reader.element()
            }
        case "[": list("]") { $0.element() }
        case "\"": string()
        case "t": word("true")
        case "f": word("false")
        case "n": word("null")
        default: number()
        }
    }

    mutating func element() -> Bool {
        space()
        return value()
    }

    mutating func list(_ close: Unicode.Scalar, _ item: (inout RecursiveReader) -> Bool) -> Bool {
        rest.removeFirst()
        space()
        if take(close) { return true }
        repeat {
            space()
            guard item(&self) else { return false }
            space()
        } while take(",")
        return take(close)
    }

    mutating func word(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { take($0) } }

    mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let next = rest.popFirst() {
            if next == "\"" { return true }
            if next == "\\" {
                guard let code = rest.popFirst() else { return false }
                if code == "u" {
                    for _ in 0..<4 {
                        guard let digit = rest.popFirst(), digit.properties.isASCIIHexDigit else {
                            return false
                        }
                    }
                } else if !"\"\\/bfnrt".unicodeScalars.contains(code) {
                    return false
                }
            }
            if next.value < 0x20 { return false }
        }
        return false
    }

    mutating func digits() -> Bool {
        guard let first = rest.first, ("0"..."9").contains(first) else { return false }
        while let next = rest.first, ("0"..."9").contains(next) { rest.removeFirst() }
        return true
    }

    mutating func number() -> Bool {
        _ = take("-")
        if !take("0") { guard digits() else { return false } }
        if take(".") { guard digits() else { return false } }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() else { return false }
        }
        return true
    }
}
