import Glibc
import Synchronization

/// A program that was started here, and that is ended here and nowhere else.
final class ChildProcess {
    let id: pid_t
    private var hasEnded = false

    /// The one that runs now, for a signal's handler to end; there is never more than one that would outlive
    /// us.
    private static let current = Atomic<pid_t>(0)

    /// The first word is looked for on the path. A quiet child's standard output goes nowhere.
    init(_ words: [String], isQuiet: Bool) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isQuiet { posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, words[0], &actions, nil, arguments, environ)
        guard code == 0 else {
            throw Failure(.unavailable, "can't start \(words[0]): \(String(cString: strerror(code)))")
        }
        self.id = id
        ChildProcess.current.store(id, ordering: .sequentiallyConsistent)
    }

    /// - Returns: the exit status, or 128 and the signal that ended it.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        forget()
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    var isRunning: Bool {
        guard !hasEnded else { return false }
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == 0 else {
            forget()
            return false
        }
        return true
    }

    /// Asks it to end, and makes it end if it has not after five seconds.
    func stop() {
        guard isRunning else { return }
        kill(id, SIGTERM)
        for _ in 0..<500 {
            guard isRunning else { return }
            usleep(10_000)
        }
        kill(id, SIGKILL)
        wait()
    }

    private func forget() {
        hasEnded = true
        ChildProcess.current.store(0, ordering: .sequentiallyConsistent)
    }

    /// Has SIGINT and SIGTERM end the child that runs before they end us.
    static func endWithUs() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                let id = ChildProcess.current.load(ordering: .sequentiallyConsistent)
                if id > 0 { kill(id, SIGTERM) }
                _exit(128 + number)
            }
        }
    }
}
