/// Rows of words in columns, for people; the last column is not padded, and control characters are shown as
/// spaces.
struct TextTable {
    private var rows: [[String]]

    init(_ titles: [String]) {
        rows = [titles]
    }

    mutating func add(_ row: [String]) {
        rows.append(row.map { OneLine.of($0) })
    }

    var text: String {
        let columns = rows[0].count
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines: [String] = []
        for row in rows {
            var line = ""
            for (column, word) in row.enumerated() {
                line += word
                if column < columns - 1 {
                    line += String(repeating: " ", count: widths[column] - word.count + 2)
                }
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
