import Glibc
import Trials

/// Which processor runs what: the server has one to itself and the load another, so that neither is in the
/// other's way and the kernel moves nothing.
enum Processors {
    static let ofServer = 0
    static let ofLoad = 1

    static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The words before a command that is to run on one processor. The program that does it is part of every
    /// Linux; the call itself is hidden from Swift.
    static func pinning(to processor: Int) -> [String] {
        count > 1 ? ["taskset", "-c", "\(processor)"] : []
    }

    /// Moves this thread, which is the only one, to the processor of the load.
    static func pinSelf() throws(Failure) {
        guard count > 1 else {
            return Terminal.error("chatos-bench: one processor only: server and load are in each other's way")
        }
        let child = try ChildProcess(["taskset", "-cp", "\(ofLoad)", "\(getpid())"], isQuiet: true)
        guard child.wait() == 0 else { throw Failure(.unavailable, "can't choose a processor with taskset") }
    }
}
