internal import Glibc
internal import Synchronization

/// A thread of the system's that runs one closure.
///
/// It does not stop the closure; whoever made it tells it to end, by a mailbox, and then joins.
public final class WorkerThread: Sendable {
    /// Nil once somebody has joined it.
    private let thread: Mutex<pthread_t?>

    /// Starts `body` on a thread that debuggers and `top` show as `name` (at most 15 bytes).
    public init(name: String, body: sending @escaping () -> Void) throws(ThreadError) {
        let passed = Unmanaged.passRetained(Body(name: name, run: body))
        var made = pthread_t()
        let code = pthread_create(
            &made, nil,
            { argument in
                if let argument {
                    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                    WorkerThread.nameCurrent(body.name)
                    body.run()
                }
                return nil
            }, passed.toOpaque())
        guard code == 0 else {
            passed.release()
            throw ThreadError(name: name, code: code)
        }
        thread = Mutex(made)
    }

    /// Waits until the closure has returned. Only the first call waits.
    ///
    /// On the thread itself, which happens when the last reference to its owner goes there, it waits for
    /// nothing.
    public func join() {
        let taken = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let taken else { return }
        if pthread_equal(taken, pthread_self()) != 0 {
            pthread_detach(taken)
        } else {
            pthread_join(taken, nil)
        }
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
        let run: () -> Void

        init(name: String, run: @escaping () -> Void) {
            self.name = name
            self.run = run
        }
    }
}

/// The system would not start a thread.
public struct ThreadError: Error, Hashable, CustomStringConvertible {
    public let name: String
    /// The system's, as `errno` has it.
    public let code: Int32

    public var description: String {
        "can't start the thread \(name): \(String(cString: strerror(code)))"
    }
}
