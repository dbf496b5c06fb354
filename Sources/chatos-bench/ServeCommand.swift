import Serving
import Sockets

/// `chatos-bench serve`: the server that conformance and speed are measured on, until it is ended.
enum ServeCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(words, valued: ["--listen"])
        let address: SocketAddress
        do {
            address = try SocketAddress.parse(options.text("--listen") ?? "127.0.0.1:9001")
        } catch {
            throw Failure(.usage, "--listen: \(error)")
        }
        let listener = try Listener(address: address)
        let bound = address.with(port: listener.port)
        let loop = try ConnectionLoop(
            listener: listener, address: bound, limits: ConnectionLimits(), waker: try Waker())
        Terminal.output("/echo and /publish/TOPIC are at ws://\(bound)\n")
        try loop.run(EchoService(loop: loop))
    }
}
