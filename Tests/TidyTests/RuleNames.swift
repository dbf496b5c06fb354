/// The ids in tests' names: rules of PROTOCOL.md, and cases from the field.
///
/// It reads names and not what the tests do.
enum RuleNames {
    /// A test's name and where it stands.
    struct Name: Equatable {
        var path: String
        var line: Int
        var text: String
    }

    /// Cases are numbered within their letter; their numbers go so far.
    private static let cases: [String: Int] = ["W": 63, "U": 92, "O": 10, "F": 22]

    // MARK: Rules

    /// The ids that PROTOCOL.md gives to its rules, in square brackets and backquotes.
    static func rules(of protocolText: String) -> Set<String> {
        Set(
            protocolText.split(separator: "`").compactMap { part in
                guard part.hasPrefix("["), part.hasSuffix("]") else { return nil }
                let id = String(part.dropFirst().dropLast())
                return family(of: id)?.count == 2 ? id : nil
            })
    }

    /// Rules that no test names.
    static func unproved(_ rules: Set<String>, by names: [Name]) -> [Finding] {
        let named = Set(names.flatMap(ids))
        return rules.subtracting(named).sorted().map { Finding("PROTOCOL.md", "no test is named by [\($0)]") }
    }

    /// Ids in tests' names that are neither a rule nor of a case's form.
    static func unknown(in names: [Name], rules: Set<String>) -> [Finding] {
        names.flatMap { name in
            ids(in: name).compactMap { id in
                if rules.contains(id) || isCase(id) { return nil }
                return Finding(name.path, line: name.line, "[\(id)] is no rule of PROTOCOL.md and no case")
            }
        }
    }

    private static func isCase(_ id: String) -> Bool {
        guard let letter = family(of: id), let last = cases[letter], let number = number(of: id) else {
            return false
        }
        return (1...last).contains(number)
    }

    // MARK: Cases

    /// Cases that are to have a test, and have none.
    static func unproved(cases numbers: [Int], of letter: String, by names: [Name]) -> [Finding] {
        let named = Set(names.flatMap(ids).filter { family(of: $0) == letter }.compactMap(number))
        return numbers.filter { !named.contains($0) }.map {
            Finding("Tests", "no test is named by the case [\(letter)\($0)]")
        }
    }

    // MARK: Names and ids

    /// The names of all tests: Swift's in backquotes, JavaScript's in the first string, Python's as they are.
    static func names(in files: [TextFile]) -> [Name] {
        files.filter { $0.parts.first == "Tests" }.flatMap { file in
            file.lines.enumerated().compactMap { index, line in
                name(in: line, of: file).map { Name(path: file.path, line: index + 1, text: $0) }
            }
        }
    }

    private static func name(in line: Substring, of file: TextFile) -> String? {
        let code = line.drop { $0 == " " }
        if file.isSwift {
            // Names of samples stand in strings, behind a quotation mark. A long one has a line of its own.
            let parts = code.split(separator: "`", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].isEmpty || parts[0].hasSuffix("func "), !parts[0].contains("\"")
            else { return nil }
            return String(parts[1])
        }
        if file.path.hasSuffix(".test.js") {
            guard code.hasPrefix("test("), let quote = code.firstIndex(where: { "\"'`".contains($0) }) else {
                return nil
            }
            return String(code[code.index(after: quote)...].prefix { $0 != code[quote] })
        }
        guard file.path.hasSuffix(".py"), code.hasPrefix("def test_") else { return nil }
        return String(code.dropFirst("def ".count).prefix { $0 != "(" })
    }

    /// Those in square brackets; a Python name has none, so there they are the words of such a form.
    static func ids(in name: Name) -> [String] {
        if name.path.hasSuffix(".py") {
            return name.text.split(separator: "_").map(String.init).filter { family(of: $0) != nil }
        }
        return name.text.split(separator: "[", omittingEmptySubsequences: false).dropFirst().compactMap {
            part in
            guard let end = part.firstIndex(of: "]") else { return nil }
            let id = String(part[..<end])
            return family(of: id) == nil ? nil : id
        }
    }

    /// The one or two capitals before the digits; nil if it is no id.
    private static func family(of id: String) -> String? {
        let letters = id.prefix { $0.isASCII && $0.isUppercase }
        let digits = id.dropFirst(letters.count)
        guard (1...2).contains(letters.count), !digits.isEmpty,
            digits.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return String(letters)
    }

    private static func number(of id: String) -> Int? {
        Int(id.drop { $0.isUppercase })
    }
}

/// Cases from the field that have a test: what broke other WebSocket servers and clients.
///
/// The numbers left out are cases of what this hub does not have.
let webSocketCases: [Int] =
    Array(1...7) + Array(9...14) + [16, 17, 19, 20] + Array(23...36) + Array(38...42) + Array(44...47)
    + Array(49...53) + Array(55...61) + [63]
