import Glibc

/// A system call that failed: which operation, and the kernel's reason.
///
/// It does not decide whether the failure matters; what merely ends a connection is a ``Socket/Transfer``.
public struct SocketError: Error, Equatable, CustomStringConvertible {
    /// What was attempted, in words that can begin a sentence: `listen on 127.0.0.1:8080`.
    public let operation: String
    /// The call's `errno`.
    public let code: Int32

    public init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    public var description: String {
        "\(operation): \(SocketError.text(of: code))"
    }

    /// The failure of the call that has just returned -1.
    static func last(_ operation: String) -> SocketError {
        SocketError(operation: operation, code: errno)
    }

    private static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }
}
