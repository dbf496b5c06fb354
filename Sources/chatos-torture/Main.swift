import Glibc
import Trials

/// The program: it finds what is to be tortured, runs it, and turns what goes wrong into one line and an exit
/// code.
@main
enum Main {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let failure as Failure {
            Terminal.error("chatos-torture: \(failure.message)")
            exit(failure.code.rawValue)
        } catch {
            Terminal.error("chatos-torture: \(error)")
            exit(Failure.Code.unavailable.rawValue)
        }
    }

    private static func run(_ words: [String]) throws {
        let rest = Array(words.dropFirst())
        switch words.first {
        case "hub": try HubCommand.run(rest)
        case "help", "--help", "-h": Terminal.output(Help.text)
        case let name?:
            guard let torture = Torture(rawValue: name) else {
                throw Failure(.usage, "there is no torture '\(name)'; `chatos-torture help` lists them")
            }
            try TortureCommand.run(torture, rest)
        case nil: throw Failure(.usage, "no torture; `chatos-torture help` lists them")
        }
    }
}
