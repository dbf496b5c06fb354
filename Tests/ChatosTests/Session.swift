/// A session file, as far as a copy must be like it: who did what, in which order.
struct Session: Equatable {
    /// Each line behind the header without its seq and its time.
    let ops: [String]

    init(_ text: String) {
        ops = text.split(separator: "\n").dropFirst().map { line in
            let parts = line.split(separator: ",", maxSplits: 2)
            return parts.count == 3 ? String(parts[2]) : "not an op: \(line)"
        }
    }
}
