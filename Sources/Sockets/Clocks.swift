import Glibc

/// Time that never runs backwards, for deadlines; it says nothing about the date.
public enum MonotonicClock {
    /// Nanoseconds since a moment of the kernel's choice.
    public static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// The date, as the machine believes it to be; it may jump either way.
public enum WallClock {
    /// Milliseconds since 1970.
    public static func nowMs() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
