import Glibc

/// A folder of a run's own, which goes with it.
final class TemporaryFolder {
    let path: String

    init() throws(Failure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/chatos-torture-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(.ioError, "can't make a folder in \(parent): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        FileBytes.removeFolder(path)
    }
}
