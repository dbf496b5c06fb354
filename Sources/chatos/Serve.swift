import Glibc
import HubServer
import Sockets
import Storage
import WebSocket

/// `chatos serve`: a hub, until it is told to stop.
enum Serve {
    static let command = Command(
        name: "serve", operands: [], summary: "serve rooms",
        options: [
            Command.Option(name: "--listen", value: "HOST:PORT", help: "where to listen [127.0.0.1:8080]"),
            Command.Option(
                name: "--data", value: "DIR", help: "the folder with the log, made if absent [data]"),
            Command.Option(name: "--web", value: "DIR", help: "the folder with the pages [web]"),
            Command.Option(
                name: "--loops", value: "N", help: "event loops [one for each processor]"),
            Command.Option(
                name: "--durability", value: "full|relaxed",
                help: "relaxed: a power cut may lose the newest ops [full]"),
            Command.Option(
                name: "--compression", value: "off|shared|dedicated",
                help: "one compressor a room, or one a connection [off]"),
            Command.Option(
                name: "--tls-certificate", value: "FILE",
                help: "a PEM chain; with it the hub speaks https and wss"),
            Command.Option(name: "--tls-key", value: "FILE", help: "the PEM key of that certificate"),
            Command.Option(
                name: "--realm-origin", value: "URL",
                help: "another origin under which this hub serves tools' frame"),
            Command.Option(
                name: "--allow-host", value: "HOST", help: "a further name that the hub answers to",
                repeats: true),
            Command.Option(
                name: "--allow-media", value: "ORIGIN[@ROOM]",
                help: "tools may show pictures, sounds and films from there", repeats: true),
            DemoRoom.option,
        ] + RequestOptions.all,
        run: run)

    private static func run(_ arguments: Arguments) throws {
        var configuration = try configuration(arguments)
        configuration.note = { Terminal.error("chatos: \($0)") }
        StopSignals.hold()
        Allocation.keepFreed()
        try DemoRoom.make(arguments)
        let server: Server
        do {
            server = try Server(configuration)
        } catch let error as StorageError {
            throw Failure(error)
        } catch let error as SocketError {
            throw Failure(.unavailable, "can't \(error)")
        }
        StopSignals.whenAsked { server.stop() }
        try Terminal.output(
            "ChatOS is at \(configuration.tls == nil ? "http" : "https")://\(shownAddress(server.address))/\n"
        )
        try server.run()
    }

    private static func configuration(_ arguments: Arguments) throws(Failure) -> Configuration {
        var configuration = Configuration()
        if let text = arguments.value("--listen") {
            do {
                configuration.listen = try SocketAddress.parse(text)
            } catch {
                throw Failure(.usage, "--listen: \(error)")
            }
        }
        configuration.data = arguments.value("--data") ?? configuration.data
        configuration.web = arguments.value("--web") ?? configuration.web
        guard access(configuration.web + "/index.html", R_OK) == 0 else {
            throw Failure(.ioError, "--web: there is no index.html in '\(configuration.web)'")
        }
        if let text = arguments.value("--loops") {
            guard let count = Int(text), 1...Configuration.loopsMost ~= count else {
                throw Failure(.usage, "--loops: 1 to \(Configuration.loopsMost), not '\(text)'")
            }
            configuration.loops = count
        }
        switch arguments.value("--durability") {
        case nil, "full": configuration.durability = .full
        case "relaxed": configuration.durability = .relaxed
        case let other?: throw Failure(.usage, "--durability: full or relaxed, not '\(other)'")
        }
        switch arguments.value("--compression") {
        case nil, "off": break
        case "shared": configuration.compression = .shared(DeflateSettings())
        case "dedicated": configuration.compression = .dedicated(DeflateSettings())
        case let other?:
            throw Failure(.usage, "--compression: off, shared or dedicated, not '\(other)'")
        }
        configuration.tls = try tls(arguments)
        if let origin = arguments.value("--realm-origin") {
            guard origin.hasPrefix("http://") || origin.hasPrefix("https://") else {
                throw Failure(
                    .usage, "--realm-origin: an origin such as https://realm.example.org, not '\(origin)'")
            }
            configuration.realmOrigin = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
        }
        configuration.requests = try RequestOptions.policy(arguments)
        for text in arguments.all("--allow-media") {
            guard let grant = MediaGrant(text) else {
                throw Failure(
                    .usage, "--allow-media: an origin such as https://pictures.example, not '\(text)'")
            }
            configuration.mediaGrants.append(grant)
        }
        configuration.allowedHosts = arguments.all("--allow-host").map { $0.lowercased() }
        return configuration
    }

    private static func tls(_ arguments: Arguments) throws(Failure) -> TLSContext? {
        switch (arguments.value("--tls-certificate"), arguments.value("--tls-key")) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            do {
                return try TLSContext(certificateChain: certificate, privateKey: key)
            } catch {
                throw Failure(.ioError, "\(error)")
            }
        default: throw Failure(.usage, "--tls-certificate and --tls-key go together")
        }
    }

    /// What a browser on this machine can open.
    private static func shownAddress(_ address: SocketAddress) -> String {
        address.isAny ? "127.0.0.1:\(address.port)" : "\(address)"
    }
}
