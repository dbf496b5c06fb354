import Glibc

/// Finds the files under a folder, once, so that no request's path is ever handed to the file system.
///
/// It reads none of them. Links are not followed, and names that begin with a dot are passed over.
enum FolderWalk {
    struct Found: Equatable {
        /// Where it lies on disk.
        let file: String
        let stamp: FileStamp
    }

    /// The largest file that is served; all that is served is kept in memory.
    static let fileSizeMax = 64 << 20

    /// The files by their path below the folder: `/styles/shell.css`.
    static func files(in folder: String) -> [String: Found] {
        var found: [String: Found] = [:]
        visit(folder, as: "", into: &found)
        return found
    }

    /// The whole of a file; nil when it is no regular file (any more), or can't be read.
    static func read(_ file: String) -> [UInt8]? {
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let stamp = FileStamp(status) else { return nil }
        // One byte more than it should hold, so that its end is seen; it may have grown since.
        var bytes = [UInt8](repeating: 0, count: min(stamp.size, fileSizeMax) + 1)
        var filled = 0
        while filled <= fileSizeMax {
            if filled == bytes.count { bytes += [UInt8](repeating: 0, count: filled) }
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, filled)
            }
            if count == 0 { return Array(bytes.prefix(filled)) }
            if count > 0 { filled += count } else if errno != EINTR { return nil }
        }
        return nil
    }

    private static func visit(_ folder: String, as prefix: String, into found: inout [String: Found]) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            guard let name = name(of: entry), !name.hasPrefix(".") else { continue }
            let file = "\(folder)/\(name)"
            var status = stat()
            guard lstat(file, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                visit(file, as: "\(prefix)/\(name)", into: &found)
            } else if let stamp = FileStamp(status), stamp.size <= fileSizeMax {
                found["\(prefix)/\(name)"] = Found(file: file, stamp: stamp)
            }
        }
    }

    /// Nil when the name is not UTF-8: no URL of ours leads there.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withUnsafeBytes(of: &entry.pointee.d_name) { raw in
            String(validating: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
