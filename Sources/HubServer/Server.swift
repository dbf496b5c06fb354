import Serving
public import Sockets
import Storage
import Synchronization
import Threads

/// A hub: a data folder, a listening socket for each loop, and the threads that serve rooms from them.
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
    private let requests: RequestRunner?
    /// By the number of the loop.
    private let seats: [Seat]
    let loops: Loops
    private let admin: AdminSocket
    /// Why the first loop failed that did.
    private let failure = Mutex<(any Error)?>(nil)

    /// Where a loop begins: a listener that is to be accepted from.
    private final class Seat: Sendable {
        private let listener: Mutex<Listener?>

        init(_ listener: consuming Listener) {
            self.listener = Mutex(consume listener)
        }

        func take() -> Listener {
            guard let listener = listener.withLock({ $0.take() }) else {
                preconditionFailure("a server runs once")
            }
            return listener
        }
    }

    public init(_ configuration: Configuration) throws {
        precondition(1...Configuration.loopsMost ~= configuration.loops, "a hub has 1 to 64 loops")
        self.configuration = configuration
        folder = try DataFolder.open(path: configuration.data, exclusive: true)
        writer = try LogWriter(
            folder: folder, durability: configuration.durability, hooks: configuration.writerHooks,
            note: configuration.note)
        reader = try LogReader(folder: folder)
        identity = Identity(secret: try writer.secret(named: "identity", length: Identity.secretLength))
        requests = RequestPolicy.isBuiltIn ? configuration.requests.map { RequestRunner($0) } : nil
        (address, seats) = try Server.listen(on: configuration.listen, loops: configuration.loops)
        loops = try Loops(count: configuration.loops)
        admin = try AdminSocket(folder: configuration.data)
    }

    /// Listeners that share a port, all of them there before anybody is accepted: the kernel deals clients
    /// out among those that it knows.
    private static func listen(
        on address: SocketAddress, loops: Int
    ) throws(SocketError) -> (SocketAddress, [Seat]) {
        guard loops > 1 else {
            let listener = try Listener(address: address)
            return (address.with(port: listener.port), [Seat(listener)])
        }
        let first = try Listener.sharing(address)
        let bound = address.with(port: first.port)
        var seats = [Seat(first)]
        for _ in 1..<loops { seats.append(Seat(try Listener(address: bound, reusePort: true))) }
        return (bound, seats)
    }

    /// Serves on the calling thread and those of the other loops until ``stop()``; then what was taken is on
    /// the disk.
    public func run() throws {
        admin.serve(Administrator(writer: writer, reader: reader, holds: LoopHolds(loops: loops)))
        defer {
            admin.stop()
            requests?.stop()
            reader.stop()
            writer.stop()
            // Nobody takes in any more what was on its way between loops.
            loops.discardAll()
        }
        wakeRooms()
        var threads: [WorkerThread] = []
        for number in seats.indices.dropFirst() {
            do throws(ThreadError) {
                threads.append(try WorkerThread(name: "chatos-loop-\(number)") { self.serve(number) })
            } catch {
                fail(error)
                loops.markEmpty()
            }
        }
        serve(0)
        for thread in threads { thread.join() }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Has rooms opened in which something may be due ([SC7]).
    private func wakeRooms() {
        reader.submit(.roomsWithDefinitions) { [loops, configuration] answer in
            switch answer {
            case .names(let names): for name in names { loops[loops.home(of: name)].post(.wake(name)) }
            case .failed(let reason): configuration.note("looking for schedules: \(reason)")
            default:
                preconditionFailure("the reader answered another question")
            }
        }
    }

    /// Runs one loop, on the thread that is its own.
    private func serve(_ number: Int) {
        do {
            let loop = try ConnectionLoop(
                listener: seats[number].take(), address: address, limits: configuration.connectionLimits,
                waker: loops[number].waker, tls: configuration.tls, number: number)
            let service = RoomService(
                loop: loop, loops: loops, configuration: configuration,
                log: LogAccess(writer: writer, reader: reader, mailbox: loops[number]), identity: identity,
                requests: requests)
            try loop.run(service)
        } catch {
            fail(error)
            // The others must not wait for it.
            loops.markEmpty()
        }
    }

    /// A hub that lacks a loop would leave clients unanswered, so it ends.
    private func fail(_ error: any Error) {
        failure.withLock { $0 = $0 ?? error }
        stop()
    }

    /// Tells everybody that the hub is going, and lets ``run()`` return. From any thread.
    public func stop() {
        loops.stop()
    }
}
