import Serving
public import Sockets
import Storage
import Synchronization

/// A hub: a data folder, a listening socket, and the threads that serve rooms from them.
///
/// Making one takes the folder and the port; ``run()`` serves until ``stop()``.
public final class Server: Sendable {
    /// The address that is really listened on.
    public let address: SocketAddress

    private let configuration: Configuration
    private let folder: DataFolder
    private let writer: LogWriter
    private let reader: LogReader
    private let identity: Identity
    private let listener: Mutex<Listener?>
    private let mailbox: Mailbox<LoopMessage>

    public init(_ configuration: Configuration) throws {
        self.configuration = configuration
        folder = try DataFolder.open(path: configuration.data, exclusive: true)
        writer = try LogWriter(
            folder: folder, durability: configuration.durability, hooks: configuration.writerHooks,
            note: configuration.note)
        reader = try LogReader(folder: folder)
        identity = Identity(secret: try writer.secret(named: "identity", length: Identity.secretLength))
        let listener = try Listener(address: configuration.listen)
        address = configuration.listen.with(port: listener.port)
        self.listener = Mutex(listener)
        mailbox = try Mailbox()
    }

    /// Serves on the calling thread until ``stop()``; then what was taken is on the disk.
    public func run() throws {
        guard let listener = listener.withLock({ $0.take() }) else {
            preconditionFailure("a server runs once")
        }
        let loop = try ConnectionLoop(
            listener: listener, address: address, limits: configuration.connectionLimits,
            waker: mailbox.waker, tls: configuration.tls
        )
        let service = RoomService(
            loop: loop, configuration: configuration, mailbox: mailbox,
            log: LogAccess(writer: writer, reader: reader, mailbox: mailbox), identity: identity)
        defer {
            reader.stop()
            writer.stop()
        }
        try loop.run(service)
    }

    /// Tells everybody that the hub is going, and lets ``run()`` return. From any thread.
    public func stop() {
        mailbox.post(.stop)
    }
}
