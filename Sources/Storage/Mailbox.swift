internal import Glibc

/// A queue that many threads put into and one thread waits at.
///
/// It does not bound what waits; what may wait is bounded where it is made.
final class Mailbox<Element: Sendable>: @unchecked Sendable {
    // The C values must not move once made, so they live on the heap. `waiting` and `isClosed` are only
    // touched with `mutex` held, which is what makes the class safe to share.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [Element] = []
    private var isClosed = false

    init() {
        mutex.initialize(to: pthread_mutex_t())
        filled.initialize(to: pthread_cond_t())
        precondition(pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(filled, nil) == 0)
    }

    deinit {
        pthread_cond_destroy(filled)
        pthread_mutex_destroy(mutex)
        filled.deallocate()
        mutex.deallocate()
    }

    /// Puts an element behind those that wait; false, and nothing happens, when the mailbox is closed.
    @discardableResult
    func put(_ element: Element) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return false }
        waiting.append(element)
        if waiting.count == 1 {
            pthread_cond_signal(filled)
        }
        return true
    }

    /// Nothing more can be put; what waits can still be taken.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_signal(filled)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until there is something to take; false when there is nothing and never will be.
    func wait() -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty && !isClosed {
            pthread_cond_wait(filled, mutex)
        }
        return !waiting.isEmpty
    }

    /// Whether there is something to take, or never will be anything more; it does not wait.
    var isPressing: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return !waiting.isEmpty || isClosed
    }

    /// Everything that waits, oldest first.
    func takeAll() -> [Element] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let taken = waiting
        waiting = []
        return taken
    }
}
