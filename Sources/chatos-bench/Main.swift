import Glibc
import Trials

/// The program: it finds the scenario, runs it, and turns what goes wrong into one line and an exit code.
@main
enum Main {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        ChildProcess.endWithUs()
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let failure as Failure {
            Terminal.error("chatos-bench: \(failure.message)")
            exit(failure.code.rawValue)
        } catch {
            Terminal.error("chatos-bench: \(error)")
            exit(Failure.Code.unavailable.rawValue)
        }
    }

    private static func run(_ words: [String]) throws {
        let rest = Array(words.dropFirst())
        switch words.first {
        case "echo": try measured(rest, EchoCommand.run)
        case "broadcast": try measured(rest, BroadcastCommand.run)
        case "idle": try measured(rest, IdleCommand.run)
        case "join": try measured(rest, JoinCommand.run)
        case "handshake": try measured(rest, HandshakeCommand.run)
        case "ops": try measured(rest, OpsCommand.run)
        case "stalled": try measured(rest, StalledCommand.run)
        case "rooms": try measured(rest, RoomsCommand.run)
        case "log": try LogCommand.run(rest)
        case "history": try HistoryCommand.run(rest)
        case "frames": try FramesCommand.run(rest)
        case "docs": try DocsCommand.run(rest)
        case "serve":
            FileLimit.raise()
            try ServeCommand.run(rest)
        case "help", "--help", "-h": Terminal.output(Help.text)
        case let word?:
            throw Failure(.usage, "there is no scenario '\(word)'; `chatos-bench help` lists them")
        case nil: throw Failure(.usage, "no scenario; `chatos-bench help` lists them")
        }
    }

    /// Scenarios with servers hold many connections, and the load keeps to its own processor unless all is to
    /// run where the kernel puts it.
    private static func measured(_ words: [String], _ scenario: ([String]) throws -> Void) throws {
        FileLimit.raise()
        if !words.contains("--unpinned") { try Processors.pinSelf() }
        try scenario(words)
    }
}
