/// `chatos completions`: what a shell needs to complete the program's words, made from the same table as the
/// help.
enum Completions {
    static let command = Command(
        name: "completions", operands: ["SHELL"], summary: "print completions for bash, zsh or fish",
        options: [], run: run)

    private static func run(_ arguments: Arguments) throws {
        switch arguments.operands[0] {
        case "bash": try Terminal.output(bash)
        case "zsh": try Terminal.output(zsh)
        case "fish": try Terminal.output(fish)
        case let other: throw Failure(.usage, "`completions` knows bash, zsh and fish, not '\(other)'")
        }
    }

    // MARK: Shells

    static var bash: String {
        var cases: [String] = []
        for command in Commands.all {
            let options = command.options.map(\.name).joined(separator: " ")
            cases.append("        \(command.name)) words='\(options) --help' ;;")
        }
        var values: [String] = []
        for (names, choices) in choices {
            let reply = "COMPREPLY=($(compgen -W '\(choices)' -- \"$word\")); return ;;"
            values.append("        \(names.joined(separator: "|"))) \(reply)")
        }
        return """
            # bash: source <(chatos completions bash)
            _chatos() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '\(names) --help --version' -- "$word")); return
                fi
                case $before in
            \(values.joined(separator: "\n"))
                    completions) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
                esac
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                esac
                case $word in
                    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
                    *) COMPREPLY=($(compgen -f -- "$word")) ;;
                esac
            }
            complete -o filenames -F _chatos chatos

            """
    }

    static var zsh: String {
        let commands = Commands.all.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        var cases: [String] = []
        for command in Commands.all {
            let options = command.options.map { option in
                let repeats = option.repeats ? "*" : ""
                let value = option.value.map { ":\($0):\(zshAction($0))" } ?? ""
                return quoted(
                    "\(repeats)\(option.name)[\(option.help.filter { !"[]".contains($0) })]\(value)")
            }
            let rest = command.name == "completions" ? "'1:shell:(bash zsh fish)'" : "'*:operand:_files'"
            cases.append(
                "        \(command.name)) _arguments \((options + [rest]).joined(separator: " ")) ;;")
        }
        return """
            #compdef chatos
            # zsh: chatos completions zsh > "${fpath[1]}/_chatos"
            _chatos() {
                local -a commands
                commands=(
            \(commands.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _chatos "$@"

            """
    }

    static var fish: String {
        var lines = ["# fish: chatos completions fish > ~/.config/fish/completions/chatos.fish"]
        for command in Commands.all {
            lines.append(
                "complete -c chatos -n __fish_use_subcommand -f -a \(command.name) "
                    + "-d \(quoted(command.summary))"
            )
        }
        for command in Commands.all {
            for option in command.options {
                let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
                let choices = option.value.flatMap { $0.contains("|") && $0.lowercased() == $0 ? $0 : nil }
                let value =
                    choices.map { " -x -a '\($0.split(separator: "|").joined(separator: " "))'" }
                    ?? (option.value == nil ? "" : " -r")
                lines.append(
                    "complete -c chatos \(condition) -l \(option.name.dropFirst(2))\(value) "
                        + "-d \(quoted(option.help))"
                )
            }
        }
        lines.append("complete -c chatos -n '__fish_seen_subcommand_from completions' -f -a 'bash zsh fish'")
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Words

    private static var names: String { Commands.all.map(\.name).joined(separator: " ") }

    /// Options whose value is one of a few words, and the words.
    private static var choices: [(names: [String], choices: String)] {
        var found: [(names: [String], choices: String)] = []
        for option in Commands.all.flatMap(\.options) {
            guard let value = option.value, value.contains("|"), value.lowercased() == value else { continue }
            found.append(([option.name], value.split(separator: "|").joined(separator: " ")))
        }
        return found
    }

    private static func zshAction(_ value: String) -> String {
        if value.contains("|"), value.lowercased() == value {
            return "(\(value.split(separator: "|").joined(separator: " ")))"
        }
        switch value {
        case "DIR": return "_files -/"
        case "FILE": return "_files"
        default: return " "
        }
    }

    /// In single quotes, in which a shell takes all but a single quote as it is.
    private static func quoted(_ text: String) -> String {
        "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
