import Glibc

/// Standard output and error, unbuffered, so that nothing is lost however the program ends.
enum Terminal {
    static func output(_ text: String) throws(Failure) {
        try write(Array(text.utf8), to: STDOUT_FILENO)
    }

    /// A line for whoever runs the program. If even that can't be written, there is nobody to tell.
    static func error(_ line: String) {
        try? write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }

    /// Whether somebody looks at standard error.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Puts `text` in place of the last progress; an empty one leaves the line free again.
    static func progress(_ text: String) {
        // To the line's beginning, and clear to its end (ECMA-48).
        try? write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                sent += count
            } else if errno == EPIPE {
                throw .outputClosed
            } else if errno != EINTR {
                throw Failure(.ioError, "writing the output: \(String(cString: strerror(errno)))")
            }
        }
    }
}
