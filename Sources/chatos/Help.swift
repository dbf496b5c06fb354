/// What the program says of itself.
enum Help {
    static var text: String {
        var lines = ["A shared room on the web that its participants program together.", "", "Usage:"]
        for command in Commands.all {
            let words = ([command.name] + command.operands).joined(separator: " ")
            lines.append("  chatos \(padded(words, 22))\(command.summary)")
        }
        lines += ["  chatos \(padded("COMMAND --help", 22))what a command can do", "  chatos --version", ""]
        return lines.joined(separator: "\n")
    }

    static func text(of command: Command) -> String {
        let required = command.options.filter(\.isRequired).map { "\($0.name) \($0.value ?? "")" }
        let optional = command.options.contains { !$0.isRequired }
        let usage =
            ["chatos", command.name] + command.operands + required + (optional ? ["[OPTIONS]"] : [])
        var lines = [command.summary, "", "Usage: \(usage.joined(separator: " "))", ""]
        for option in command.options {
            let left = option.value.map { "\(option.name) \($0)" } ?? option.name
            lines.append("  \(padded(left, 26))\(option.help)\(option.repeats ? " (may be repeated)" : "")")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

/// The program's version.
enum Version {
    static let text = "0.1.0"
}
