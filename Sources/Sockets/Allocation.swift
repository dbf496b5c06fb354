import CEpoll

/// How the C library's allocator treats this process.
public enum Allocation {
    /// Keeps freed memory up to 64 MB instead of giving it back at once: a message of a megabyte would
    /// otherwise cost the kernel 256 fresh pages each time. To be called before other threads are made.
    public static func keepFreed() {
        mallopt(M_TRIM_THRESHOLD, 64 << 20)
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
    }

    /// Gives freed memory back, so that what a measurement adds is not taken from it unseen.
    public static func giveBack() {
        malloc_trim(0)
    }
}
