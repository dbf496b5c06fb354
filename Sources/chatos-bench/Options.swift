/// The words behind a subcommand: `--name VALUE` or `--name=VALUE`, and switches, which have no value.
struct Options {
    private var values: [String: [String]] = [:]

    /// Each name with its dashes; anything else is an error.
    init(_ words: [String], valued: Set<String>, switches: Set<String> = []) throws(Failure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            if switches.contains(word) {
                values[word] = []
            } else if valued.contains(parts[0]) {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw Failure(.usage, "\(word) needs a value")
                }
                values[parts[0], default: []].append(value)
            } else {
                throw Failure(.usage, "there is no option '\(word)'; `chatos-bench help` lists them")
            }
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }
    func all(_ name: String) -> [String] { values[name] ?? [] }
    /// Where it stands more than once, the last one counts.
    func text(_ name: String) -> String? { values[name]?.last }

    /// A whole number from 1 up to a bound that keeps sums of a few of them from overflowing.
    func count(_ name: String, otherwise: Int) throws(Failure) -> Int {
        guard let text = text(name) else { return otherwise }
        guard let number = Int(text), (1...1_000_000_000).contains(number) else {
            throw Failure(.usage, "\(name): a whole number from 1 on, not '\(text)'")
        }
        return number
    }

    /// A number above 0.
    func number(_ name: String, otherwise: Double) throws(Failure) -> Double {
        try optionalNumber(name) ?? otherwise
    }

    func optionalNumber(_ name: String) throws(Failure) -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = Double(text), number > 0, number < 1e9 else {
            throw Failure(.usage, "\(name): a number above 0, not '\(text)'")
        }
        return number
    }

    /// Whole numbers with commas between them.
    func counts(_ name: String, otherwise: [Int]) throws(Failure) -> [Int] {
        guard let text = text(name) else { return otherwise }
        var numbers: [Int] = []
        for part in text.split(separator: ",") {
            guard let number = Int(part), (1...1_000_000_000).contains(number) else {
                throw Failure(.usage, "\(name): whole numbers from 1 on, not '\(text)'")
            }
            numbers.append(number)
        }
        return numbers
    }
}
