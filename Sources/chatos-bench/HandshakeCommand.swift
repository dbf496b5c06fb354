import Sockets
import Trials

/// `chatos-bench handshake`: what it costs a server to take a connection and make a WebSocket of it.
enum HandshakeCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words,
            // Over TLS a handshake would wait for the one before it, and none be abreast.
            valued: ServerOptions.valued.union(["--connections", "--path"]).subtracting(["--tls"]))
        let abreast = try options.count("--connections", otherwise: 64)
        let path = options.text("--path") ?? "/echo"
        let length = try ServerOptions.length(options)
        let paired = PairedRun(
            servers: try ServerOptions.servers(options), pairs: try options.count("--pairs", otherwise: 1),
            scenario: "handshake, \(abreast) at a time", unit: "handshake")
        let result = try paired.run { server, _ in
            try HandshakeLoad(server, path: path, abreast: abreast, length: length).run()
        }
        Terminal.output(result.text)
        try ServerOptions.save(result.json, options)
    }
}
