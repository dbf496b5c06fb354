/// Why the program can't go on: a line for people and a number for scripts.
struct Failure: Error {
    /// By the numbers of BSD's `sysexits.h`, but the first.
    enum Code: Int32 {
        /// The hub was tortured, and something was not as it must be.
        case violated = 1
        case usage = 64
        case unavailable = 69
        case software = 70
        case ioError = 74
        case temporaryFailure = 75
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
