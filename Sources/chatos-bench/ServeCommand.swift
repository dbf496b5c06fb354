import Serving
import Sockets
import WebSocket

/// `chatos-bench serve`: the server to be measured, until it is ended.
enum ServeCommand {
    /// As much as the largest message of the conformance suite and of the scenarios.
    private static let messageBytes = 64 << 20

    static func run(_ words: [String]) throws {
        let options = try Options(words, valued: ["--listen", "--compression", "--certificate", "--key"])
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
                listener: listener, address: address, limits: limits, waker: try Waker(),
                tls: try tls(options))
        } catch {
            throw Failure(.unavailable, "can't listen on \(address): \(error)")
        }
        let compression = try compression(options)
        try loop.run(BenchService(loop: loop, messageBytes: messageBytes, compression: compression))
    }

    private static func tls(_ options: Options) throws -> TLSContext? {
        guard let certificate = options.text("--certificate"), let key = options.text("--key") else {
            return nil
        }
        return try TLSContext(certificateChain: certificate, privateKey: key)
    }

    private static func compression(_ options: Options) throws(Failure) -> CompressionPolicy {
        switch options.text("--compression") {
        case nil, "off": return .off
        case "shared": return .shared(DeflateSettings())
        case "dedicated": return .dedicated(DeflateSettings())
        case let other?: throw Failure(.usage, "--compression: off, shared or dedicated, not '\(other)'")
        }
    }

    private static var limits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.outboxBytes = 256 << 20
        return limits
    }
}
