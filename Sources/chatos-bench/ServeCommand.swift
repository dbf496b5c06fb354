import Serving
import Sockets

/// `chatos-bench serve`: the server to be measured, until it is ended.
enum ServeCommand {
    /// As much as the largest message of the conformance suite and of the scenarios.
    private static let messageBytes = 64 << 20

    static func run(_ words: [String]) throws {
        let options = try Options(words, valued: ["--listen"])
        let address: SocketAddress
        do {
            address = try SocketAddress.parse(options.text("--listen") ?? "127.0.0.1:9001")
        } catch {
            throw Failure(.usage, "--listen: \(error)")
        }
        let loop: ConnectionLoop
        do {
            let listener = try Listener(address: address)
            loop = try ConnectionLoop(
                listener: listener, address: address, limits: limits, waker: try Waker())
        } catch {
            throw Failure(.unavailable, "can't listen on \(address): \(error)")
        }
        try loop.run(BenchService(loop: loop, messageBytes: messageBytes))
    }

    private static var limits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.outboxBytes = 256 << 20
        return limits
    }
}
