import Glibc
import Sockets

/// A server that was started for one run, on a free port, and is stopped after it.
final class RunningServer {
    let spec: ServerSpec
    let address: SocketAddress
    let usage: ProcessUsage
    private let child: ChildProcess
    private let data: TemporaryFolder

    /// Returns when it takes connections.
    init(_ spec: ServerSpec) throws {
        self.spec = spec
        data = try TemporaryFolder()
        address = .loopback(port: try RunningServer.freePort())
        let command = spec.command(port: address.port, data: data.path)
        // `exec`, so that the process we know is the server and not a shell.
        child = try ChildProcess(
            Processors.pinning(to: Processors.ofServer) + ["sh", "-c", "exec \(command)"], isQuiet: true)
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
