/// A session file, as far as a copy must be like it: who did what, in which order.
struct Session: Equatable {
    /// Each line behind the header without its seq, its time and its link.
    let ops: [String]

    init(_ text: String) {
        ops = text.split(separator: "\n").dropFirst().map { line in
            let parts = line.split(separator: ",", maxSplits: 2)
            guard parts.count == 3 else { return "not an op: \(line)" }
            return String(parts[2]).replacing(/,"[0-9a-f]{64}"\]$/, with: "]")
        }
    }
}
