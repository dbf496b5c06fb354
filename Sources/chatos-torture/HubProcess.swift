import Glibc
import Sockets

/// A hub under torture in a process of its own, seen from outside: it is told things, says things, and ends.
///
/// It never outlives this value, nor the program: its standard input ends with either.
final class HubProcess {
    let id: pid_t
    /// Nil until it listens.
    private(set) var port: UInt16?
    /// How it ended: its exit code, or 128 and the signal's number.
    private(set) var status: Int32?
    /// The failures that the disk has told of.
    private(set) var failures: [String] = []
    /// The files that had changes which were not synced, when the power was cut.
    private(set) var unsynced: [String] = []

    private let descriptor: Int32
    private let log: String
    private var said: [UInt8] = []
    private var obeyed = 0

    /// Starts the program on a folder. What it writes to its log is added to the file `log`.
    init(
        program: String, data: String, log: String, seed: UInt64, durability: String = "full",
        mishap: DiskMishap = .none
    ) throws(Failure) {
        var words = [program, "hub", "--data", data, "--seed", "\(seed)", "--durability", durability]
        if mishap != .none { words += ["--mishap", mishap.line] }
        var ends: [Int32] = [-1, -1]
        // Closed in every other child: a hub's input must end with us.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure(.unavailable, "can't make a pair of sockets: \(String(cString: strerror(errno)))")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, words[0], &actions, nil, arguments, environ)
        close(ends[1])
        descriptor = ends[0]
        self.log = log
        self.id = id
        guard code == 0 else {
            status = -1
            throw Failure(.unavailable, "can't start \(words[0]): \(String(cString: strerror(code)))")
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        end()
        close(descriptor)
    }

    /// The lines of its log.
    var notes: [String] {
        String(decoding: FileBytes.read(log) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    // MARK: Talking

    /// Waits until it listens or has ended; false when it has ended.
    func listens(within seconds: Int = 20) throws(Failure) -> Bool {
        let start = MonotonicClock.now()
        while port == nil {
            if hasEnded { return false }
            try patience(since: start, seconds, "start")
            hear(timeoutMs: 20)
        }
        return true
    }

    /// Tells it something and waits until it has heard; false when it has ended before.
    @discardableResult
    func tell(_ order: HubOrder, within seconds: Int = 20) throws(Failure) -> Bool {
        let start = MonotonicClock.now()
        let before = obeyed
        let line = Array((order.line + "\n").utf8)
        guard send(descriptor, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else { return false }
        while obeyed == before {
            if hasEnded { return false }
            try patience(since: start, seconds, "obey '\(order.line)'")
            hear(timeoutMs: 20)
        }
        return true
    }

    /// Reads what it has said.
    func hear(timeoutMs: Int32 = 0) {
        var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&awaited, 1, timeoutMs) > 0 else { return }
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &piece, piece.count)
        guard count > 0 else {
            // It has closed it, and so ends; what asks in a circle need not do so at full speed.
            usleep(1_000)
            return
        }
        said += piece[..<count]
        while let end = said.firstIndex(of: UInt8(ascii: "\n")) {
            heard(String(decoding: said[..<end], as: UTF8.self))
            said.removeFirst(end + 1)
        }
    }

    private func heard(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1)
        switch words.first {
        case "listening": port = words.count > 1 ? UInt16(words[1]) : nil
        case "disk": heard(ofDisk: line.split(separator: " ").dropFirst().map(String.init))
        case "obeyed": obeyed += 1
        default: break
        }
    }

    private func heard(ofDisk words: [String]) {
        switch words.first {
        case "failed": failures.append(words.dropFirst().joined(separator: " "))
        case "cut": unsynced = Array(words.dropFirst())
        default: break
        }
    }

    private func patience(since start: UInt64, _ seconds: Int, _ what: String) throws(Failure) {
        guard MonotonicClock.now() - start > UInt64(seconds) * 1_000_000_000 else { return }
        throw Failure(.violated, "the hub did not \(what) within \(seconds) s; its log is \(log)")
    }

    // MARK: Ending

    var hasEnded: Bool {
        guard status == nil else { return true }
        var code: Int32 = 0
        let ended = waitpid(id, &code, WNOHANG)
        guard ended == id || (ended < 0 && errno == ECHILD) else { return false }
        status = HubProcess.status(code)
        hear()
        return true
    }

    /// Waits for its end.
    func wait(within seconds: Int = 20) throws(Failure) {
        let start = MonotonicClock.now()
        while !hasEnded {
            try patience(since: start, seconds, "end")
            hear(timeoutMs: 5)
        }
    }

    /// SIGKILL, now.
    func end() {
        guard !hasEnded else { return }
        kill(id, SIGKILL)
        var code: Int32 = 0
        while waitpid(id, &code, 0) < 0, errno == EINTR {}
        status = HubProcess.status(code)
    }

    private static func status(_ code: Int32) -> Int32 {
        code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F
    }
}
