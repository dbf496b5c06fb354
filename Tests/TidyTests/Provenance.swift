/// The check that the repository names no place outside itself that a reader does not have.
enum Provenance {
    private struct Word {
        var text: String
        var reason: String
    }

    /// Written in pieces, for this file is checked too.
    private static let words: [Word] = [
        Word(text: "/work" + "/", reason: "a path of one machine"),
        Word(text: "/root" + "/", reason: "a path of one machine"),
        Word(text: "/tmp" + "/w", reason: "a path of one machine"),
        Word(text: "shared" + "/design", reason: "a document that is not here"),
        Word(text: "pypi" + ".org", reason: "a registry; clients know theirs"),
        Word(text: "deb.debian" + ".org", reason: "a registry; clients know theirs"),
        Word(text: "registry.npmjs" + ".org", reason: "a registry; clients know theirs"),
    ]

    static func findings(in files: [TextFile]) -> [Finding] {
        files.flatMap { file in
            file.lines.enumerated().flatMap { index, line in
                words.filter { line.contains($0.text) }.map {
                    Finding(file.path, line: index + 1, "names “\($0.text)”: \($0.reason)")
                }
            }
        }
    }
}
