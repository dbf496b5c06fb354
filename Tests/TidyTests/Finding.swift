import Testing

/// A file of the repository as the checks see it: a path below the root, and text.
///
/// It is read by `Repository`; the checks touch no disk, so that a bad sample can be handed to them.
struct TextFile: Equatable {
    var path: String
    var text: String

    /// The parts of the path, the file's own name last.
    var parts: [String] { path.split(separator: "/").map(String.init) }

    /// The file's name without its last extension.
    var stem: String {
        let name = parts.last ?? ""
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var lines: [Substring] { Self.lines(of: text) }

    /// Split at the byte, since CR and LF together are one `Character`.
    static func lines(of text: String) -> [Substring] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
    }
}

/// One breach of a rule of the house, and where it is.
struct Finding: Equatable, CustomStringConvertible {
    var path: String
    /// Counted from 1; nil if it is about the file as a whole.
    var line: Int?
    var message: String

    init(_ path: String, line: Int? = nil, _ message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    var description: String {
        let place = line.map { "\(path):\($0)" } ?? path
        return "\(place): \(message)"
    }
}

/// Fails the running test once for each finding, so that each has a line of its own.
func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
    for finding in findings {
        Issue.record(Comment(rawValue: finding.description), sourceLocation: sourceLocation)
    }
}
