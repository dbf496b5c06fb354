import CEpoll
import Glibc

/// Wakes a thread that waits in a ``Poller``, from any other thread: an eventfd.
///
/// It carries no message; a ``Mailbox`` does.
public final class Waker: Sendable {
    /// Becomes readable with ``wake()`` and stays so until ``drain()``.
    public let descriptor: Int32

    public init() throws(SocketError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SocketError.last("create a waker") }
    }

    deinit {
        close(descriptor)
    }

    /// The only way for the write to fail is a counter that is full, and then the descriptor is readable
    /// already.
    public func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes the descriptor unreadable until the next ``wake()``. Call it before looking for the work.
    public func drain() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
