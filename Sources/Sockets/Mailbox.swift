import Synchronization

/// A queue from many threads to one: first in, first out, and it wakes its reader when it stops being empty.
///
/// It has no bound of its own; whoever posts is answerable for how much.
public final class Mailbox<Message: Sendable>: Sendable {
    /// Readable while there may be messages. Several mailboxes of one reader may share a waker.
    public let waker: Waker
    private let messages = Mutex<[Message]>([])

    public init(waker: Waker) {
        self.waker = waker
    }

    public convenience init() throws(SocketError) {
        self.init(waker: try Waker())
    }

    /// The reader is woken after the lock is released, so that it never meets the lock taken by a system
    /// call.
    public func post(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { waker.wake() }
    }

    /// What was posted since the last call, in order. Call ``Waker/drain()`` before, never after: else the
    /// wake of a message posted in between is lost.
    public func takeAll() -> [Message] {
        var taken: [Message] = []
        messages.withLock { swap(&$0, &taken) }
        return taken
    }
}
