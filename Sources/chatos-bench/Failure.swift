/// Why a measurement can't go on: a line for people and a number for scripts.
struct Failure: Error {
    /// By the numbers of BSD's `sysexits.h`.
    enum Code: Int32 {
        case usage = 64
        /// A server said what it should not have said.
        case dataError = 65
        case unavailable = 69
        case ioError = 74
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
