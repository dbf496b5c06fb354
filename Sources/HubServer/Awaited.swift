import Glibc

/// An answer that one thread gives and another waits for.
///
/// It is for threads that may wait, as that of the admin socket; an event loop may not.
final class Awaited<Value: Sendable>: @unchecked Sendable {
    // The C values must not move once made, so they live on the heap. `value` is only touched with `mutex`
    // held, which is what makes the class safe to share.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let given = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value?

    init() {
        mutex.initialize(to: pthread_mutex_t())
        given.initialize(to: pthread_cond_t())
        precondition(pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(given, nil) == 0)
    }

    deinit {
        pthread_cond_destroy(given)
        pthread_mutex_destroy(mutex)
        given.deallocate()
        mutex.deallocate()
    }

    /// The first answer counts.
    func give(_ answer: Value) {
        pthread_mutex_lock(mutex)
        if value == nil { value = answer }
        pthread_cond_broadcast(given)
        pthread_mutex_unlock(mutex)
    }

    /// Waits for it; nil when none came within so many seconds.
    func wait(seconds: Int) -> Value? {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while value == nil {
            guard pthread_cond_timedwait(given, mutex, &deadline) == 0 else { break }
        }
        return value
    }
}
