import Serving
import Sockets
import Trials
import WebSocket

/// `chatos-bench serve`: the server that conformance and speed are measured on, until it is ended.
enum ServeCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(words, valued: ["--listen", "--compression", "--certificate", "--key"])
        let address: SocketAddress
        do {
            address = try SocketAddress.parse(options.text("--listen") ?? "127.0.0.1:9001")
        } catch {
            throw Failure(.usage, "--listen: \(error)")
        }
        Allocation.keepFreed()
        let listener = try Listener(address: address)
        let bound = address.with(port: listener.port)
        let loop = try ConnectionLoop(
            listener: listener, address: bound, limits: ConnectionLimits(), waker: try Waker(),
            tls: try tls(options))
        let compression = try compression(options)
        Terminal.output("/echo and /publish/TOPIC are at \(bound)\n")
        try loop.run(EchoService(loop: loop, compression: compression))
    }

    private static func tls(_ options: Options) throws -> TLSContext? {
        switch (options.text("--certificate"), options.text("--key")) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return try TLSContext(certificateChain: certificate, privateKey: key)
        default: throw Failure(.usage, "--certificate and --key go together")
        }
    }

    private static func compression(_ options: Options) throws(Failure) -> CompressionPolicy {
        switch options.text("--compression") {
        case nil, "off": return .off
        case "shared": return .shared(DeflateSettings())
        case "dedicated": return .dedicated(DeflateSettings())
        case let other?: throw Failure(.usage, "--compression: off, shared or dedicated, not '\(other)'")
        }
    }
}
