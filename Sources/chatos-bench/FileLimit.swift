import Glibc

/// How many files, and so connections, this process may have open; what is started here may have as many.
enum FileLimit {
    /// Enough for every scenario, and less than what a kernel allows at most.
    private static let wanted: rlim_t = 1 << 17
    /// Files beside the connections: the terminal, the poller, the log.
    private static let others = 64

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

    static var current: Int {
        var files = rlimit()
        getrlimit(resource, &files)
        return Int(clamping: files.rlim_cur)
    }

    /// As many as wanted, which takes rights, or else as many as may be without.
    static func raise() {
        var files = rlimit()
        getrlimit(resource, &files)
        if files.rlim_max < wanted {
            var more = rlimit(rlim_cur: wanted, rlim_max: wanted)
            if setrlimit(resource, &more) == 0 { return }
        }
        files.rlim_cur = min(files.rlim_max, max(files.rlim_cur, wanted))
        setrlimit(resource, &files)
    }

    /// Fails when so many connections can't be held.
    static func check(connections count: Int) throws(Failure) {
        let most = max(0, current - others)
        guard count <= most else {
            throw Failure(
                .unavailable,
                "\(count) connections are more than the \(most) that `ulimit -n` leaves room for")
        }
    }
}
