import Glibc

/// What failed on a socket: which operation, and the reason that the kernel or TLS gave.
///
/// It does not decide whether the failure matters; what merely ends a connection is a ``Socket/Transfer``.
public struct SocketError: Error, Equatable, CustomStringConvertible {
    public enum Cause: Equatable, Sendable {
        /// A system call's `errno`.
        case system(Int32)
        case tls(TLSFailure)
    }

    /// What was attempted, in words that can begin a sentence: `listen on 127.0.0.1:8080`.
    public let operation: String
    public let cause: Cause

    public init(operation: String, cause: Cause) {
        self.operation = operation
        self.cause = cause
    }

    public init(operation: String, code: Int32) {
        self.init(operation: operation, cause: .system(code))
    }

    /// The call's `errno`; `EPROTO` where it was no call that failed.
    public var code: Int32 {
        switch cause {
        case .system(let code): code
        case .tls: EPROTO
        }
    }

    public var description: String {
        switch cause {
        case .system(let code): "\(operation): \(SocketError.text(of: code))"
        case .tls(let failure): "\(operation): \(failure)"
        }
    }

    /// The failure of the call that has just returned -1.
    static func last(_ operation: String) -> SocketError {
        SocketError(operation: operation, code: errno)
    }

    static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }
}
