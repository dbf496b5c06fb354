import Glibc
import Sockets

/// A server that was started for one run, on a free port, and is stopped after it.
final class RunningServer {
    let spec: ServerSpec
    let address: SocketAddress
    let usage: ProcessUsage
    /// For connections to it, if it speaks TLS.
    let tls: TLSContext?
    private let child: ChildProcess
    private let data: TemporaryFolder

    /// Returns when it takes connections.
    ///
    /// - Parameter isPinned: on a processor of its own; else it may use all.
    /// - Parameter prepare: called with its data folder before it starts.
    init(_ spec: ServerSpec, isPinned: Bool = true, prepare: (String) throws -> Void = { _ in }) throws {
        self.spec = spec
        tls = try spec.certificate.map { try TLSContext(trusting: .certificates(inFile: $0)) }
        data = try TemporaryFolder()
        try prepare(data.path)
        address = .loopback(port: try RunningServer.freePort())
        let command = spec.command(port: address.port, data: data.path)
        // `exec`, so that the process we know is the server and not a shell.
        child = try ChildProcess(
            (isPinned ? Processors.pinning(to: Processors.ofServer) : []) + ["sh", "-c", "exec \(command)"],
            isQuiet: true)
        usage = ProcessUsage(id: child.id)
        do {
            try awaitListening()
        } catch {
            child.stop()
            throw error
        }
    }

    deinit { stop() }

    func stop() { child.stop() }

    private static func freePort() throws -> UInt16 {
        let listener = try Listener(address: .loopback(port: 0))
        return listener.port
    }

    private func awaitListening() throws {
        for _ in 0..<1_000 {
            guard child.isRunning else { throw Failure(.unavailable, "'\(spec.name)' ended at once") }
            if let socket = try? Socket.connect(to: address, blocking: true) {
                socket.shutdownWrites()
                return
            }
            usleep(10_000)
        }
        throw Failure(.unavailable, "'\(spec.name)' does not listen on \(address) after ten seconds")
    }
}
