/// The words behind a subcommand: `--name VALUE` or `--name=VALUE`.
struct Options {
    private var values: [String: String] = [:]

    /// Each name with its dashes; anything else is an error.
    init(_ words: [String], valued: Set<String>) throws(Failure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            guard valued.contains(parts[0]) else {
                throw Failure(.usage, "there is no option '\(word)'; `chatos-torture help` lists them")
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                throw Failure(.usage, "\(word) needs a value")
            }
            values[parts[0]] = value
        }
    }

    /// Where it stands more than once, the last one counts.
    func text(_ name: String) -> String? { values[name] }

    /// A whole number from 1 to a million.
    func count(_ name: String, otherwise: Int) throws(Failure) -> Int {
        guard let text = text(name) else { return otherwise }
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw Failure(.usage, "\(name): a whole number from 1 to 1000000, not '\(text)'")
        }
        return number
    }

    func seed(_ name: String, otherwise: UInt64) throws(Failure) -> UInt64 {
        guard let text = text(name) else { return otherwise }
        guard let number = UInt64(text) else {
            throw Failure(.usage, "\(name): a whole number from 0 on, not '\(text)'")
        }
        return number
    }
}
