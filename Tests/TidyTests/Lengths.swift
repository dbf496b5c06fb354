/// The checks on how long a file and a function may be.
///
/// A function is measured between its braces; what is nested in it counts with it.
enum Lengths {
    static let longestFile = 400
    static let longestFunction = 60

    private static let scripts = [".js", ".mjs", ".py"]

    static func findings(in files: [TextFile]) -> [Finding] {
        files.flatMap { file in
            guard file.isSwift || scripts.contains(where: file.path.hasSuffix) else { return [Finding]() }
            return wholeFile(file) + (file.isSwift ? functions(of: file) : [])
        }
    }

    private static func wholeFile(_ file: TextFile) -> [Finding] {
        // The last line break ends a line and begins none.
        let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
        guard count > longestFile else { return [] }
        return [Finding(file.path, "has \(count) lines, of at most \(longestFile)")]
    }

    private static func functions(of file: TextFile) -> [Finding] {
        FunctionBodies(SwiftCode(file.text).bytes).found.compactMap { body in
            guard body.lines > longestFunction else { return nil }
            return Finding(
                file.path, line: body.line,
                "a body of \(body.lines) lines, of at most \(longestFunction)")
        }
    }
}

/// The bodies of functions, initialisers and accessors in code whose comments and strings are blanked out.
///
/// It goes by keywords and braces and is no parser: a closure is part of the function around it.
struct FunctionBodies {
    struct Body: Equatable {
        /// Of the keyword, counted from 1.
        var line: Int
        /// Those between the braces.
        var lines: Int
    }

    private(set) var found: [Body] = []
    private let code: [UInt8]

    private static let functions: Set = ["func", "init", "deinit", "subscript"]
    private static let accessors: Set = ["get", "set", "willSet", "didSet", "_read", "_modify"]
    /// What begins another declaration, so that the one before it, in a protocol, had no body.
    private static let declarations: Set = [
        "func", "init", "deinit", "subscript", "var", "let", "struct", "class", "enum", "actor", "protocol",
        "extension", "typealias", "associatedtype", "case", "static", "mutating", "public", "private",
    ]

    init(_ code: [UInt8]) {
        self.code = code
        var position = 0
        var line = 1
        while position < code.count {
            guard Self.isWord(code[position]) else {
                if code[position] == UInt8(ascii: "\n") { line += 1 }
                position += 1
                continue
            }
            let end = endOfWord(from: position)
            let word = String(decoding: code[position..<end], as: UTF8.self)
            // `self.init(` and `.init(` call.
            let isMember = position > 0 && code[position - 1] == UInt8(ascii: ".")
            if !isMember, let brace = openingBrace(of: word, from: end) {
                found.append(Body(line: line, lines: lines(from: brace)))
            }
            position = end
        }
    }

    private func openingBrace(of word: String, from start: Int) -> Int? {
        if Self.functions.contains(word) { return openingBrace(from: start) }
        if word == "var" {
            return openingBrace(from: start, orUntil: [UInt8(ascii: "="), UInt8(ascii: "\n")])
        }
        guard Self.accessors.contains(word) else { return nil }
        return openingBrace(from: start, orUntil: [UInt8(ascii: "\n"), UInt8(ascii: "=")])
    }

    /// The next brace outside parentheses, unless the declaration ends before it.
    private func openingBrace(from start: Int, orUntil stops: [UInt8] = []) -> Int? {
        var depth = 0
        var position = start
        while position < code.count {
            let byte = code[position]
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 { return nil }
            case UInt8(ascii: "{") where depth == 0: return position
            case UInt8(ascii: "}") where depth == 0: return nil
            case _ where depth == 0 && stops.contains(byte): return nil
            case _ where depth == 0 && Self.isWord(byte):
                let end = endOfWord(from: position)
                let word = String(decoding: code[position..<end], as: UTF8.self)
                if Self.declarations.contains(word) { return nil }
                position = end
                continue
            default: break
            }
            position += 1
        }
        return nil
    }

    private func lines(from brace: Int) -> Int {
        var depth = 0
        var lineBreaks = 0
        for byte in code[brace...] {
            switch byte {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return max(0, lineBreaks - 1) }
            case UInt8(ascii: "\n"): lineBreaks += 1
            default: break
            }
        }
        return lineBreaks
    }

    private func endOfWord(from start: Int) -> Int {
        code[start...].firstIndex { !Self.isWord($0) } ?? code.count
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
