import Glibc
import Serving
import Sockets
import Storage
import Synchronization

@testable import HubServer

/// A hub on a port and in a folder of its own, served on a thread of its own until the test is done with it.
final class TestHub {
    let folder: TemporaryFolder
    let gate = WriterGate()
    let notes = Notes()
    private(set) var address = SocketAddress.loopback(port: 0)
    private let configure: (inout Configuration) -> Void
    private var server: Server?
    private var thread: TestThread?

    init(
        _ folder: TemporaryFolder = TemporaryFolder(),
        configure: @escaping (inout Configuration) -> Void = { _ in }
    ) throws {
        self.folder = folder
        self.configure = configure
        folder.write("web/index.html", "<title>rooms</title>")
        folder.write("web/room.html", "<iframe src=\"{{realm}}\"></iframe>")
        folder.write("web/styles/shell.css", "0123456789")
        folder.write("web/realm/frame.html", "<head><!-- realm styles --><!-- realm modules --></head>")
        folder.write("secret.txt", "secret")
        try start()
    }

    deinit {
        stop()
    }

    var port: UInt16 { address.port }

    /// Connections that loops have handed to the home of their room.
    var handedOver: Int { server?.loops.counters.handedOver.load(ordering: .relaxed) ?? 0 }
    /// Members that are on another loop than their room now.
    var guests: Int { server?.loops.counters.guests.load(ordering: .relaxed) ?? 0 }

    var configuration: Configuration {
        var configuration = Configuration(
            listen: .loopback(port: 0), data: folder.path + "/data", web: folder.path + "/web")
        configuration.writerHooks = gate.hooks
        // Members of tests do not answer a close that they don't read.
        configuration.connectionLimits.closeTime = 500_000_000
        configuration.note = { [notes] in notes.add($0) }
        configure(&configuration)
        return configuration
    }

    /// Starts the hub, again after ``stop()``.
    func start() throws {
        let server = try Server(configuration)
        address = server.address
        self.server = server
        thread = TestThread { try server.run() }
    }

    /// Tells the hub to stop, and does not wait.
    func askToStop() {
        server?.stop()
    }

    /// Waits until the hub has stopped.
    func join() throws {
        let thread = thread.take()
        server = nil
        try thread?.join()
    }

    func stop() {
        gate.open()
        askToStop()
        try? join()
    }
}

/// A thread that runs one closure; the pool that runs tests must not wait for a hub.
final class TestThread {
    private final class Body {
        let run: () throws -> Void
        var error: (any Error)?

        init(_ run: @escaping () throws -> Void) {
            self.run = run
        }
    }

    private let body: Body
    private let thread: pthread_t

    init(_ run: sending @escaping () throws -> Void) {
        body = Body(run)
        var made = pthread_t()
        let code = pthread_create(
            &made, nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeUnretainedValue()
                do { try body.run() } catch { body.error = error }
                return nil
            }, Unmanaged.passUnretained(body).toOpaque())
        precondition(code == 0, "no thread for the test")
        thread = made
    }

    /// Waits for the closure's end, and throws what it threw.
    func join() throws {
        pthread_join(thread, nil)
        if let error = body.error { throw error }
    }
}

/// A condition that threads wait for, with a deadline, so that a test that goes wrong ends.
final class Signal<State: Sendable>: @unchecked Sendable {
    // The C values must not move, and `state` is touched only with the mutex held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        precondition(pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(changed, nil) == 0)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    func set<R>(_ change: (inout State) -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        defer { pthread_cond_broadcast(changed) }
        return change(&state)
    }

    /// False when it did not come true in time.
    @discardableResult
    func wait(_ isTrue: (State) -> Bool) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += 10
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isTrue(state) {
            if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return isTrue(state) }
        }
        return true
    }
}

/// Holds the log's writer between two transactions, or makes its commits fail.
final class WriterGate: Sendable {
    private struct State {
        var isClosed = false
        var isHeld = false
        var failing = false
    }

    private let signal = Signal(State())

    var hooks: WriterHooks {
        WriterHooks(
            beforeTransaction: { [signal] in
                signal.set { $0.isHeld = $0.isClosed }
                signal.wait { !$0.isClosed }
                signal.set { $0.isHeld = false }
            },
            beforeCommit: { [signal] () throws(StorageError) in
                if signal.set({ $0.failing }) {
                    throw StorageError.database(code: 13, message: "the test's disk is full")
                }
            })
    }

    func close() {
        signal.set { $0.isClosed = true }
    }

    /// Waits until the writer stands at the gate with something to write; false if it did not come.
    func waitUntilHeld() -> Bool {
        signal.wait { $0.isHeld }
    }

    func open() {
        signal.set {
            $0.isClosed = false
            $0.failing = false
        }
    }

    /// Has commits fail, until ``open()``.
    func fail() {
        signal.set {
            $0.isClosed = false
            $0.failing = true
        }
    }
}

/// What the hub told its operator.
final class Notes: Sendable {
    private let signal = Signal([String]())

    var all: [String] { signal.set { $0 } }

    func add(_ note: String) {
        signal.set { $0.append(note) }
    }
}
