import Glibc
import Sockets

/// The thread of a loop: it runs one closure, and is joined once.
///
/// It does not end the closure; whoever made it tells the loop to stop.
final class LoopThread {
    private let thread: pthread_t

    /// Starts `body` on a thread that debuggers and `top` show as `name` (at most 15 bytes).
    init(name: String, body: @escaping @Sendable () -> Void) throws(SocketError) {
        let passed = Unmanaged.passRetained(Body(name: name, run: body))
        var made = pthread_t()
        let code = pthread_create(
            &made, nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                LoopThread.nameCurrent(body.name)
                body.run()
                return nil
            }, passed.toOpaque())
        guard code == 0 else {
            passed.release()
            throw SocketError(operation: "start the thread \(name)", code: code)
        }
        thread = made
    }

    /// Waits until the closure has returned.
    func join() {
        pthread_join(thread, nil)
    }

    /// Through /proc, since Swift doesn't import the GNU call for it; a thread without a name works as well.
    private static func nameCurrent(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, name, name.utf8.count)
        close(file)
    }

    private final class Body {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
}
