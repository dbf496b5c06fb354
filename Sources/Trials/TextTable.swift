/// Rows of words as columns for a terminal: the first column to the left, all others to the right.
public struct TextTable {
    private var rows: [[String]] = []

    public init(_ head: [String]) {
        rows = [head]
    }

    public mutating func add(_ row: [String]) {
        rows.append(row)
    }

    public var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in
                let space = String(repeating: " ", count: widths[index] - cell.count)
                return index == 0 ? cell + space : space + cell
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
