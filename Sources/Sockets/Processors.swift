import CEpoll

/// The processors that this process may run on.
///
/// It moves nothing; the system decides what runs where.
public enum Processors {
    /// How many there are, at least one: fewer than the machine has where the process was given only some.
    public static var usable: Int {
        // As many bits as the kernel can have processors (NR_CPUS).
        var bits = [UInt](repeating: 0, count: 8_192 / UInt.bitWidth)
        guard sched_getaffinity(0, UInt(bits.count * UInt.bitWidth / 8), &bits) == 0 else { return 1 }
        return max(1, bits.reduce(0) { $0 + $1.nonzeroBitCount })
    }
}
