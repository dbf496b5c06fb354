/// The targets that a Package.swift of this project's form declares.
///
/// It reads the calls `source`, `program`, `tests` and `.systemLibrary`, and knows no more Swift than that.
struct Manifest {
    struct Target: Equatable {
        var name: String
        var dependencies: Set<String> = []
    }

    var targets: [Target] = []
    var testTargets: [Target] = []

    init(_ text: String) {
        let code = SwiftCode(text).bytes
        let source = Array(text.utf8)
        var position = 0
        while position < code.count {
            guard let call = Self.calls.first(where: { code[position...].starts(with: "\($0)(".utf8) }),
                !Self.isDefinition(code[..<position]), !Self.isInsideWord(code[..<position])
            else {
                position += 1
                continue
            }
            let end = Self.endOfCall(code, from: position)
            let strings = Self.strings(in: position..<end, code: code, source: source)
            position = end
            guard let name = strings.first else { continue }
            // What a system library names beside itself are packages of the system.
            let dependencies = call == "systemLibrary" ? [] : Set(strings.dropFirst())
            let target = Target(name: name, dependencies: dependencies)
            if call == "tests" { testTargets.append(target) } else { targets.append(target) }
        }
    }

    private static let calls = ["source", "program", "tests", "systemLibrary"]

    private static func isDefinition(_ before: ArraySlice<UInt8>) -> Bool {
        String(decoding: before.suffix(5), as: UTF8.self) == "func "
    }

    private static func isInsideWord(_ before: ArraySlice<UInt8>) -> Bool {
        before.last.map { Character(UnicodeScalar($0)).isLetter } ?? false
    }

    /// The place behind the parenthesis that closes the call.
    private static func endOfCall(_ code: [UInt8], from start: Int) -> Int {
        var depth = 0
        for index in start..<code.count {
            if code[index] == UInt8(ascii: "(") { depth += 1 }
            if code[index] == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 { return index + 1 }
            }
        }
        return code.count
    }

    private static func strings(in range: Range<Int>, code: [UInt8], source: [UInt8]) -> [String] {
        let quotes = range.filter { code[$0] == UInt8(ascii: "\"") }
        return stride(from: 0, to: quotes.count - quotes.count % 2, by: 2).map {
            String(decoding: source[(quotes[$0] + 1)..<quotes[$0 + 1]], as: UTF8.self)
        }
    }
}
