import Glibc

/// The program: it finds the command, runs it, and turns what goes wrong into one line and an exit code.
@main
enum Main {
    static func main() {
        // A reader that has gone away, such as `head`, is told by the failing write, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let failure as Failure {
            if let message = failure.message { Terminal.error("chatos: \(message)") }
            exit(failure.code.rawValue)
        } catch {
            Terminal.error("chatos: \(error)")
            exit(ExitCode.software.rawValue)
        }
    }

    private static func run(_ words: [String]) throws {
        switch words.first {
        case nil: throw Failure(.usage, "no command; `chatos --help` lists them")
        case "--help", "-h", "help": try Terminal.output(Help.text)
        case "--version": try Terminal.output("chatos \(Version.text)\n")
        case let word?:
            guard let command = Commands.all.first(where: { $0.name == word }) else {
                throw Failure(.usage, "there is no command '\(word)'; `chatos --help` lists them")
            }
            let rest = Array(words.dropFirst())
            if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
                try Terminal.output(Help.text(of: command))
            } else {
                try command.run(try Arguments(rest, of: command))
            }
        }
    }
}
