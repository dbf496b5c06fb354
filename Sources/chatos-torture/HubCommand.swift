import Glibc
import HubServer
import Sockets
import Storage
import Synchronization
import Trials

/// `chatos-torture hub`: a whole hub on the disk under torture, which does what it is told on its standard
/// input.
///
/// It is started by the torture itself, and ends when that is gone.
enum HubCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(words, valued: ["--data", "--seed", "--durability", "--mishap"])
        guard let data = options.text("--data") else { throw Failure(.usage, "--data is missing") }
        let durability: Durability = options.text("--durability") == "relaxed" ? .relaxed : .full
        let disk = TortureDisk(contents: contents(of: data), seed: try options.seed("--seed", otherwise: 1)) {
            Terminal.output("disk \($0)\n")
        }
        try TortureVFS.register(disk, folder: data, syncTime: 100)
        if let line = options.text("--mishap") {
            guard let mishap = DiskMishap(line) else { throw Failure(.usage, "--mishap: not '\(line)'") }
            disk.expect(mishap)
        }
        let commits = CommitMishap()
        var configuration = Configuration(
            listen: .loopback(port: 0), data: data, web: data, durability: durability)
        configuration.note = { Terminal.error("hub: \($0)") }
        configuration.writerHooks = WriterHooks(
            beforeCommit: { () throws(StorageError) in commits.reached(.before) },
            afterCommit: { commits.reached(.after) })
        let server = try start(configuration)
        obeyInBackground { order in
            switch order {
            case .disk(let mishap): disk.expect(mishap)
            case .killAtCommit(let at, let moment): commits.expect(at: at, moment)
            case .stop: server.stop()
            }
        }
        Terminal.output("listening \(server.address.port)\n")
        try server.run()
    }

    private static func start(_ configuration: Configuration) throws -> Server {
        do {
            return try Server(configuration)
        } catch let error as StorageError {
            if case .folderInUse = error { throw Failure(.temporaryFailure, error.description) }
            throw Failure(.ioError, error.description)
        } catch let error as SocketError {
            throw Failure(.unavailable, "can't \(error)")
        }
    }

    /// What is there now is on the disk: the folder is what a cut, or an ended program, has left.
    private static func contents(of folder: String) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in FileBytes.names(in: folder) where name.hasPrefix("chatos.sqlite3") {
            guard !name.hasSuffix("-shm") else { continue }
            contents[name] = FileBytes.read("\(folder)/\(name)")
        }
        return contents
    }

    private static func obeyInBackground(_ obey: @escaping @Sendable (HubOrder) -> Void) {
        let reader = OrderReader(obey)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<OrderReader>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(reader).toOpaque())
        pthread_detach(thread)
    }

    private final class OrderReader: Sendable {
        private let obey: @Sendable (HubOrder) -> Void

        init(_ obey: @escaping @Sendable (HubOrder) -> Void) {
            self.obey = obey
        }

        func run() {
            while let line = readLine() {
                guard let order = HubOrder(line) else {
                    Terminal.error("chatos-torture: no order: \(line)")
                    _exit(Failure.Code.usage.rawValue)
                }
                obey(order)
                // Whoever gave it must know from when on it holds.
                Terminal.output("obeyed\n")
            }
            // Whoever started this is gone.
            _exit(Failure.Code.unavailable.rawValue)
        }
    }
}

/// When the log's writer is to be ended, together with all else.
private final class CommitMishap: Sendable {
    private let expected = Mutex<(at: Int, moment: HubOrder.CommitMoment)?>(nil)

    func expect(at: Int, _ moment: HubOrder.CommitMoment) {
        expected.withLock { $0 = (at, moment) }
    }

    func reached(_ moment: HubOrder.CommitMoment) {
        expected.withLock { expected in
            guard let next = expected, next.moment == moment else { return }
            if next.at <= 1 { TortureDisk.end() }
            expected = (next.at - 1, moment)
        }
    }
}
