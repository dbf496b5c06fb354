/// The checks on the names of targets, folders, files and types.
enum Naming {
    /// Words that say where code was put and not what it is.
    static let empty: Set<String> = [
        "Utils", "Util", "Utilities", "Common", "Core", "Helpers", "Helper", "Manager", "Managers", "Misc",
    ]

    /// Names that a field has given to a thing, and by which everybody there looks for it.
    static let termsOfAField: Set<String> = ["UndoManager"]

    /// Targets, folders and files of the sources with an empty word in their names.
    static func emptyNames(in files: [TextFile]) -> [Finding] {
        files.filter { $0.isSwift && $0.parts.first == "Sources" }.flatMap { file in
            let names = file.parts.dropFirst().dropLast() + [file.stem]
            return names.filter { !termsOfAField.contains($0) }.flatMap(words).filter(empty.contains).map {
                Finding(file.path, "“\($0)” says nothing of what this is")
            }
        }
    }

    /// Types named like the module that declares them: outside it, `Module.Other` would then mean the type's.
    static func typesNamedAsTheirModule(in files: [TextFile]) -> [Finding] {
        files.filter { $0.isSwift && $0.parts.first == "Sources" && $0.parts.count > 2 }.flatMap { file in
            declaredTypes(in: file).filter { $0.name == file.parts[1] }.map {
                Finding(file.path, line: $0.line, "type \($0.name) has the name of its module")
            }
        }
    }

    private static let keywords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private static func declaredTypes(in file: TextFile) -> [(name: String, line: Int)] {
        var types: [(name: String, line: Int)] = []
        for (index, line) in SwiftCode(file.text).lines.enumerated() {
            let words = SwiftCode.words(in: line).map(\.word)
            for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
                types.append((name, index + 1))
            }
        }
        return types
    }

    /// `LogWriter+Batches` is the words Log, Writer and Batches.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        for character in name {
            if character.isUppercase || words.isEmpty || !character.isLetter {
                words.append(String(character))
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }
}
