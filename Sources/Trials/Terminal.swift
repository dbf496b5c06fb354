import Glibc

/// Standard output and error, unbuffered.
public enum Terminal {
    public static func output(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    public static func error(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    /// If nobody reads any more, the program goes on: its file or its exit code
    /// may still be wanted.
    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            sent += max(0, count)
        }
    }
}
