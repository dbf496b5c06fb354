/// The checks on text as such, whatever it says.
enum Hygiene {
    static let widestColumn = 110

    static func findings(in files: [TextFile]) -> [Finding] {
        files.flatMap { whole($0) + lines($0) }
    }

    private static func whole(_ file: TextFile) -> [Finding] {
        guard !file.text.isEmpty else { return [] }
        let end = Array(file.text.utf8.suffix(2))
        let lineBreak = UInt8(ascii: "\n")
        if end.last != lineBreak { return [Finding(file.path, "does not end in a line break")] }
        return end == [lineBreak, lineBreak] ? [Finding(file.path, "ends in an empty line")] : []
    }

    private static func lines(_ file: TextFile) -> [Finding] {
        file.lines.enumerated().flatMap { index, line in
            faults(of: line, in: file).map { Finding(file.path, line: index + 1, $0) }
        }
    }

    private static func faults(of line: Substring, in file: TextFile) -> [String] {
        var faults: [String] = []
        if let last = line.unicodeScalars.last, " \t\r".unicodeScalars.contains(last) {
            faults.append("ends in white space")
        }
        if line.contains("\t"), file.stem != "Makefile" { faults.append("holds a tab") }
        if line.unicodeScalars.contains("\u{FFFD}") { faults.append("is not UTF-8") }
        if file.isSwift, line.count > widestColumn { faults.append("is wider than \(widestColumn) columns") }
        return faults
    }
}
