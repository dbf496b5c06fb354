import Glibc
import HubClient
import Storage

/// Why a command can't go on: a line for people and a number for scripts.
struct Failure: Error {
    let code: ExitCode
    /// Nil where there is nobody to tell: whoever read the output has gone.
    let message: String?

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = OneLine.of(message)
    }

    private init(quiet code: ExitCode) {
        self.code = code
        message = nil
    }

    /// Writing to where nobody reads any more, as when the reader is `head`.
    static let outputClosed = Failure(quiet: .ioError)

    init(_ error: StorageError) {
        switch error {
        case .folderInUse: self.init(.temporaryFailure, error.description)
        case .system(doing: "write", _, code: EPIPE): self = .outputClosed
        case .damaged: self.init(.dataError, error.description)
        case .noDatabase, .newerDatabase, .olderDatabase, .system, .database:
            self.init(.ioError, error.description)
        }
    }

    init(_ error: SessionFileError) {
        switch error {
        case .malformed: self.init(.dataError, error.description)
        case .storage(let error): self.init(error)
        }
    }

    /// - Parameter place: what was being done, in front of what went wrong.
    init(_ error: HubClientError, at place: String) {
        switch error {
        case .badAddress: self.init(.usage, "\(place): \(error)")
        case .rejected: self.init(.dataError, "\(place): \(error)")
        case .unreachable, .timedOut, .refused, .broken, .closed, .ended:
            self.init(.unavailable, "\(place): \(error)")
        }
    }
}
