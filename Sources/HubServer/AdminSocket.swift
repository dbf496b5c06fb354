import Glibc
import Storage
import Synchronization

/// The socket in the data folder through which commands reach the hub that holds it ([AD1]).
///
/// It has a thread of its own, which takes one connection after another: maintenance is rare, and two at a
/// time would only wait for each other. Who connects before it serves waits.
final class AdminSocket: Sendable {
    private struct State {
        var isServing = false
        var isStopping = false
        /// The connection that is being served.
        var current: Int32?
    }

    private let listener: Int32
    private let folder: String
    private let state = Mutex(State())
    private let ended = Awaited<Bool>()

    /// Seconds that a connection may say nothing: others wait behind it.
    private static let silenceSeconds = 60

    init(folder: String) throws(StorageError) {
        do throws(LocalSocket.Failure) {
            listener = try LocalSocket.listen(in: folder)
        } catch {
            throw .system(doing: error.doing, path: folder, code: error.code)
        }
        self.folder = folder
    }

    deinit {
        Glibc.close(listener)
        if !state.withLock(\.isServing) { LocalSocket.remove(from: folder) }
    }

    func serve(_ administrator: Administrator) {
        state.withLock { $0.isServing = true }
        AdminThread.start { [self] in
            while serveOne(administrator) {}
            ended.give(true)
        }
    }

    /// Ends what is being done at the next point where it reads, and returns when the thread has ended.
    func stop() {
        let current = state.withLock { state in
            state.isStopping = true
            return state.current
        }
        LocalSocket.remove(from: folder)
        shutdown(listener, Int32(SHUT_RDWR))
        if let current { AdminStream.interrupt(current) }
        // An import's last step may be with the disk.
        _ = ended.wait(seconds: 10)
    }

    /// False when there will be no other.
    private func serveOne(_ administrator: Administrator) -> Bool {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
            let code = errno
            let isOver = state.withLock(\.isStopping)
            // Nothing but the want of descriptors is left, and that passes.
            if !isOver, code != EINTR { usleep(100_000) }
            return !isOver
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var silence = timeval(tv_sec: AdminSocket.silenceSeconds, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &silence, socklen_t(MemoryLayout<timeval>.size))
        let isWelcome = state.withLock { state in
            guard !state.isStopping else { return false }
            state.current = descriptor
            return true
        }
        let session = AdminSession(
            stream: AdminStream(descriptor, path: "the admin socket"), administrator: administrator)
        guard isWelcome else { return false }
        session.run()
        state.withLock { $0.current = nil }
        return true
    }
}

/// A thread for work that waits.
enum AdminThread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        let passed = Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, passed.toOpaque())
        precondition(code == 0, "the system has a thread left at start")
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
