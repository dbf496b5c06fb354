/// How the program ends, by the numbers of BSD's `sysexits.h`, and 1 for a finding.
enum ExitCode: Int32 {
    /// A log or a file was looked at, and is not what it was when it was written.
    case notVerified = 1
    /// The command line is wrong.
    case usage = 64
    /// What was to be read is not what it should be.
    case dataError = 65
    /// A service could not be reached or refuses.
    case unavailable = 69
    /// A fault of the program's own.
    case software = 70
    /// Reading or writing failed.
    case ioError = 74
    /// Somebody else holds what is needed; later it may go.
    case temporaryFailure = 75
}
