import Glibc

/// Standard output and error, unbuffered, so that nothing is lost however the program ends.
enum Terminal {
    static func output(_ text: String) throws(Failure) {
        try write(Array(text.utf8), to: STDOUT_FILENO)
    }

    static func output(_ bytes: [UInt8]) throws(Failure) {
        try write(bytes, to: STDOUT_FILENO)
    }

    /// A line for whoever runs the program. If even that can't be written, there is nobody to tell.
    static func error(_ line: String) {
        try? write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                sent += count
            } else if errno != EINTR {
                throw Failure(.ioError, "writing the output: \(String(cString: strerror(errno)))")
            }
        }
    }
}
