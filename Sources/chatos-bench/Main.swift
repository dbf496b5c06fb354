import Glibc

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
        case "echo": try measured { try EchoCommand.run(rest) }
        case "broadcast": try measured { try BroadcastCommand.run(rest) }
        case "idle": try measured { try IdleCommand.run(rest) }
        case "join": try measured { try JoinCommand.run(rest) }
        case "handshake": try measured { try HandshakeCommand.run(rest) }
        case "log": try LogCommand.run(rest)
        case "history": try HistoryCommand.run(rest)
        case "frames": try FramesCommand.run(rest)
        case "serve":
            allowManyConnections()
            try ServeCommand.run(rest)
        case "help", "--help", "-h": Terminal.output(Help.text)
        case let word?:
            throw Failure(.usage, "there is no scenario '\(word)'; `chatos-bench help` lists them")
        case nil: throw Failure(.usage, "no scenario; `chatos-bench help` lists them")
        }
    }

    /// Scenarios with servers hold many connections, and keep to their own processor.
    private static func measured(_ scenario: () throws -> Void) throws {
        allowManyConnections()
        try Processors.pinSelf()
        try scenario()
    }

    /// As many as may be without more rights; what is started here inherits it.
    private static func allowManyConnections() {
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        files.rlim_cur = files.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    }
}
