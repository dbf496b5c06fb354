import Glibc

/// What a process has used so far, from the kernel's own accounts.
struct ProcessUsage {
    let id: pid_t

    /// The time that its threads have run, user's and kernel's, in nanoseconds. Threads that have ended are
    /// not in it.
    func runTime() throws(Failure) -> UInt64 {
        let folder = "/proc/\(id)/task"
        guard let directory = opendir(folder) else { throw gone }
        defer { closedir(directory) }
        var sum: UInt64 = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard Int(name) != nil, let text = FileText.read("\(folder)/\(name)/schedstat") else { continue }
            sum &+= ProcText.runTime(schedstat: text) ?? 0
        }
        return sum
    }

    struct Memory {
        /// What it holds alone and has written to: its heap, its stacks, its changed data.
        let privateBytes: UInt64
        let residentBytes: UInt64
        /// The most that was ever resident.
        let peakBytes: UInt64
    }

    func memory() throws(Failure) -> Memory {
        guard
            let text = FileText.read("/proc/\(id)/smaps_rollup"),
            let privateBytes = ProcText.bytes(of: "Private_Dirty", in: text),
            let resident = ProcText.bytes(of: "Rss", in: text),
            let status = FileText.read("/proc/\(id)/status"),
            let peak = ProcText.bytes(of: "VmHWM", in: status)
        else { throw gone }
        return Memory(privateBytes: privateBytes, residentBytes: resident, peakBytes: peak)
    }

    private var gone: Failure { Failure(.unavailable, "the server has ended by itself") }
}

/// Small files that are read at once.
enum FileText {
    /// Nil when it can't be read.
    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 else { return nil }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw failure(path) }
            sent += count
        }
    }

    private static func failure(_ path: String) -> Failure {
        Failure(.ioError, "can't write \(path): \(String(cString: strerror(errno)))")
    }
}

extension ProcessUsage {
    static var ofSelf: ProcessUsage { ProcessUsage(id: getpid()) }
}
