import Glibc

/// The processor time that something takes which must not take much. A bound is far above what is expected,
/// and far below what a quadratic or unbounded reading would take.
func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    let start = threadTime()
    try body()
    return threadTime() - start
}

private func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
