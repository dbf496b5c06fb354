/// Swift source with its comments, the contents of its string literals and its raw identifiers blanked out.
///
/// What remains stands at the same byte as before: a place found here is a place in the source. It is a
/// scanner and no parser: it does not know regular-expression literals, of which the sources have none.
struct SwiftCode {
    private(set) var bytes: [UInt8]

    /// Where the scanner is. A string inside an interpolation inside a string nests to any depth.
    private enum Context {
        case code
        case interpolation(openParentheses: Int)
        case string(hashes: Int, isMultiline: Bool)
    }

    private var contexts: [Context] = [.code]
    private var position = 0

    init(_ source: String) {
        bytes = Array(source.utf8)
        while position < bytes.count {
            if case .string(let hashes, let isMultiline) = contexts[contexts.count - 1] {
                scanString(hashes: hashes, isMultiline: isMultiline)
            } else {
                scanCode()
            }
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [Substring] { TextFile.lines(of: text) }

    private func starts(_ token: String, at offset: Int = 0) -> Bool {
        bytes[min(position + offset, bytes.count)...].starts(with: token.utf8)
    }

    private mutating func blank(_ count: Int = 1) {
        let end = min(position + count, bytes.count)
        while position < end {
            if bytes[position] != UInt8(ascii: "\n") { bytes[position] = UInt8(ascii: " ") }
            position += 1
        }
    }

    private mutating func blank(while condition: (UInt8) -> Bool) {
        while position < bytes.count, condition(bytes[position]) { blank() }
    }

    private mutating func scanCode() {
        if starts("//") {
            blank { $0 != UInt8(ascii: "\n") }
        } else if starts("/*") {
            blankBlockComment()
        } else if starts("`") {
            blank()
            blank { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
            blank()
        } else if !openString() {
            countParenthesis()
            position += 1
        }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") { depth += 1 }
            if starts("*/") { depth -= 1 }
            blank(starts("/*") || starts("*/") ? 2 : 1)
        } while depth > 0 && position < bytes.count
    }

    /// Steps over an opening quote, with its hashes if it has any.
    private mutating func openString() -> Bool {
        let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        guard starts("\"", at: hashes) else { return false }
        let isMultiline = starts("\"\"\"", at: hashes)
        contexts.append(.string(hashes: hashes, isMultiline: isMultiline))
        position += hashes + (isMultiline ? 3 : 1)
        return true
    }

    private mutating func countParenthesis() {
        guard case .interpolation(let open) = contexts[contexts.count - 1] else { return }
        if starts("(") {
            contexts[contexts.count - 1] = .interpolation(openParentheses: open + 1)
        } else if starts(")") {
            if open == 0 {
                contexts.removeLast()
            } else {
                contexts[contexts.count - 1] = .interpolation(openParentheses: open - 1)
            }
        }
    }

    private mutating func scanString(hashes: Int, isMultiline: Bool) {
        let fence = String(repeating: "#", count: hashes)
        let quote = isMultiline ? "\"\"\"" : "\""
        if starts("\\" + fence + "(") {
            blank(1 + hashes)
            position += 1
            contexts.append(.interpolation(openParentheses: 0))
        } else if starts("\\" + fence) {
            blank(2 + hashes)
        } else if starts(quote + fence) {
            position += quote.utf8.count + hashes
            contexts.removeLast()
        } else if !isMultiline, starts("\n") {
            // No string ends so; better to lose one line's string than all the code below it.
            contexts.removeLast()
        } else {
            blank()
        }
    }
}

extension SwiftCode {
    /// The identifiers and keywords of a line, in order, each with what stands behind it.
    static func words(in line: some StringProtocol) -> [(word: String, rest: String)] {
        var words: [(word: String, rest: String)] = []
        var rest = Substring(line)
        while let start = rest.firstIndex(where: isWordCharacter) {
            let word = rest[start...].prefix(while: isWordCharacter)
            rest = rest[word.endIndex...]
            words.append((String(word), String(rest)))
        }
        return words
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
