/// Reads what the kernel writes under `/proc`, as text; it opens no file.
enum ProcText {
    /// The first number of a task's `schedstat`: the time it has run, in nanoseconds.
    static func runTime(schedstat: String) -> UInt64? {
        schedstat.split(whereSeparator: \.isWhitespace).first.flatMap { UInt64($0) }
    }

    /// A line such as `Private_Dirty:   124 kB`, in bytes.
    static func bytes(of field: String, in text: String) -> UInt64? {
        for line in text.split(separator: "\n") where line.hasPrefix(field + ":") {
            let words = line.dropFirst(field.count + 1).split(whereSeparator: \.isWhitespace)
            guard words.count == 2, words[1] == "kB" else { return nil }
            return UInt64(words[0]).map { $0 * 1024 }
        }
        return nil
    }

    /// The value of the first line with this key in `cpuinfo`.
    static func value(of key: String, cpuinfo: String) -> String? {
        for line in cpuinfo.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, trimmed(parts[0]) == key else { continue }
            return trimmed(parts[1])
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(
            start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
    }
}
