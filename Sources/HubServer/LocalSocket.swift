import Glibc

/// Unix sockets in a data folder.
///
/// An address holds 107 bytes and a folder's path may be longer, so it is named by a descriptor of the folder
/// (proc(5), `/proc/self/fd`). It knows nothing of what is said.
enum LocalSocket {
    struct Failure: Error {
        let doing: String
        let code: Int32

        var reason: String { "can't \(doing): \(String(cString: strerror(code)))" }
    }

    static let name = "admin.sock"

    /// Listens in `folder`, for its owner alone.
    ///
    /// The caller holds the folder's lock, so a socket that lies there is left from a hub that is gone.
    static func listen(in folder: String) throws(Failure) -> Int32 {
        try inFolder(folder) { (address) throws(Failure) in
            let descriptor = try make()
            var address = address
            let path = folder + "/" + name
            unlink(path)
            var code: Int32 = 0
            if withUnsafePointer(to: &address, { bind(descriptor, raw($0), size) }) != 0 { code = errno }
            // Nobody can connect before it listens, so no moment is open to others.
            if code == 0, chmod(path, 0o600) != 0 { code = errno }
            if code == 0, Glibc.listen(descriptor, 8) != 0 { code = errno }
            guard code == 0 else {
                close(descriptor)
                throw Failure(doing: "listen at \(path)", code: code)
            }
            return descriptor
        }
    }

    static func connect(in folder: String) throws(Failure) -> Int32 {
        try inFolder(folder) { (address) throws(Failure) in
            let descriptor = try make()
            var address = address
            while withUnsafePointer(to: &address, { Glibc.connect(descriptor, raw($0), size) }) != 0 {
                let code = errno
                if code == EINTR { continue }
                close(descriptor)
                throw Failure(doing: "connect to \(folder)/\(name)", code: code)
            }
            return descriptor
        }
    }

    static func remove(from folder: String) {
        unlink(folder + "/" + name)
    }

    /// Two ends of one connection, for a program that talks to itself.
    static func pair() throws(Failure) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | cloexec, 0, &ends) == 0 else {
            throw Failure(doing: "make a pair of sockets", code: errno)
        }
        return (ends[0], ends[1])
    }

    // MARK: The system's ways

    private static let cloexec = Int32(SOCK_CLOEXEC.rawValue)
    private static let size = socklen_t(MemoryLayout<sockaddr_un>.size)

    private static func make() throws(Failure) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | cloexec, 0)
        guard descriptor >= 0 else { throw Failure(doing: "make a socket", code: errno) }
        return descriptor
    }

    private static func raw(_ address: UnsafePointer<sockaddr_un>) -> UnsafePointer<sockaddr> {
        UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr.self)
    }

    private static func inFolder(
        _ folder: String, _ body: (sockaddr_un) throws(Failure) -> Int32
    ) throws(Failure) -> Int32 {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Failure(doing: "open \(folder)", code: errno) }
        defer { close(directory) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("/proc/self/fd/\(directory)/\(name)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        return try body(address)
    }
}
