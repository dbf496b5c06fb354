/// How the program ends, by the numbers of BSD's `sysexits.h`.
enum ExitCode: Int32 {
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
