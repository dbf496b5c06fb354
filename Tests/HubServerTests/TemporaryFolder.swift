import Glibc
import HTTP1

/// A folder of a test's own, which goes away with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/chatos-test-XXXXXX\0".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/none"
    }

    deinit {
        TemporaryFolder.remove(path)
    }

    /// Writes a file, making the folders it lies in.
    func write(_ name: String, _ content: String) {
        write(name, Array(content.utf8))
    }

    func write(_ name: String, _ content: [UInt8]) {
        let parts = name.split(separator: "/")
        for count in 1..<max(parts.count, 1) {
            mkdir("\(path)/\(parts.prefix(count).joined(separator: "/"))", 0o700)
        }
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "can't write \(name)")
        precondition(Glibc.write(descriptor, content, content.count) == content.count)
        close(descriptor)
    }

    /// Makes the file so old that its stamp is trusted.
    func age(_ name: String) {
        let times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
        utimes("\(path)/\(name)", times)
    }

    func link(_ name: String, to target: String) {
        symlink(target, "\(path)/\(name)")
    }

    func delete(_ name: String) {
        unlink("\(path)/\(name)")
    }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR, let directory = opendir(path) else {
            unlink(path)
            return
        }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        closedir(directory)
        for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
        rmdir(path)
    }
}

/// A request as the parser reads it; `lines` are header lines, each with its line break.
func request(_ target: String, method: String = "GET", _ lines: String = "") throws -> RequestHead {
    var parser = RequestParser()
    let text = Array("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(lines)\r\n".utf8)
    guard case .head(let head, _) = try parser.parse(text.span.bytes) else {
        throw HTTPError(0, "the test's request is not whole")
    }
    return head
}
