/// The words behind a command, checked against what the command knows.
struct Arguments {
    let operands: [String]
    private var values: [String: [String]] = [:]

    /// `--name VALUE` and `--name=VALUE` are the same; behind `--` everything is an operand.
    init(_ words: [String], of command: Command) throws(Failure) {
        self.operands = try Arguments.read(words, of: command, into: &values)
        for option in command.options where option.isRequired && values[option.name] == nil {
            throw Failure(.usage, "`\(command.name)` needs \(option.name) \(option.value ?? "")")
        }
    }

    /// - Returns: the operands.
    private static func read(
        _ words: [String], of command: Command, into values: inout [String: [String]]
    ) throws(Failure) -> [String] {
        var operands: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            try take(word, &rest, of: command, into: &values)
        }
        let needed = command.operands.count { !$0.hasPrefix("[") }
        guard (needed...command.operands.count).contains(operands.count) else {
            let wanted = command.operands.isEmpty ? "no operands" : command.operands.joined(separator: " ")
            let got = operands.isEmpty ? "none" : operands.map { "'\($0)'" }.joined(separator: " ")
            throw Failure(.usage, "`\(command.name)` takes \(wanted); it got \(got)")
        }
        return operands
    }

    private static func take(
        _ word: String, _ rest: inout ArraySlice<String>, of command: Command,
        into values: inout [String: [String]]
    ) throws(Failure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let option = command.options.first(where: { $0.name == parts[0] }) else {
            throw Failure(.usage, "`\(command.name)` has no option \(parts[0])")
        }
        guard values[option.name] == nil || option.repeats else {
            throw Failure(.usage, "\(option.name) may stand only once")
        }
        guard option.value != nil else {
            guard parts.count == 1 else { throw Failure(.usage, "\(option.name) takes no value") }
            values[option.name] = []
            return
        }
        guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
            throw Failure(.usage, "\(option.name) needs a value")
        }
        values[option.name, default: []].append(value)
    }

    /// The option's value, nil where it does not stand.
    func value(_ option: String) -> String? {
        values[option]?.first
    }

    func all(_ option: String) -> [String] {
        values[option] ?? []
    }

    func has(_ option: String) -> Bool {
        values[option] != nil
    }
}
