import Foundation
import HubClient
import HubProtocol
import HubServer
import Sockets
import TestSupport

/// A whole hub in this process, on a free port, with a data folder that goes with it.
final class RunningHub: Sendable {
    private let server: Server
    private let folder: TemporaryFolder
    private let finished = DispatchSemaphore(value: 0)

    init() throws {
        folder = try TemporaryFolder()
        server = try Server(
            Configuration(listen: .loopback(port: 0), data: folder.path + "/data", web: folder.path))
        Thread { [server, finished] in
            try? server.run()
            finished.signal()
        }.start()
    }

    deinit {
        stop()
    }

    /// Returns when the hub has stopped; a second call does nothing.
    func stop() {
        server.stop()
        _ = finished.wait(timeout: .now() + 10)
        finished.signal()
    }

    func address(_ room: String, host: String = "127.0.0.1") throws -> HubAddress {
        try HubAddress(parsing: "ws://\(host):\(server.address.port)/rooms/\(room)")
    }

    /// Enters and reads on to `ready`.
    func enter(_ room: String, _ hello: Hello) throws -> (RoomConnection, Welcome, [ServerMessage]) {
        let (connection, welcome) = try RoomConnection.enter(try address(room), hello)
        var messages: [ServerMessage] = []
        while let message = try connection.receive(timeoutMs: 5_000) {
            messages.append(message)
            if case .ready = message { return (connection, welcome, messages) }
        }
        throw HubClientError.timedOut("ready")
    }
}
