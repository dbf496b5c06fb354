/// Durations counted in log-linear buckets: 128 to each power of two, so that no value is off by more than
/// 0.8 %.
///
/// It does not know when a duration began; whoever records decides that.
struct LatencyHistogram {
    /// A power of two has 2^7 buckets.
    private static let precisionBits = 7
    private static let octave = 1 << precisionBits
    /// Values below 256 have a bucket each, and each of the 56 larger powers of two has 128.
    private static let bucketCount = (64 - precisionBits + 1) * octave

    private var buckets = [UInt64](repeating: 0, count: bucketCount)
    private(set) var count: UInt64 = 0
    private(set) var maximum: UInt64 = 0
    private var sum = 0.0

    mutating func record(_ nanoseconds: UInt64, times: UInt64 = 1) {
        buckets[LatencyHistogram.bucket(of: nanoseconds)] &+= times
        count &+= times
        sum += Double(nanoseconds) * Double(times)
        maximum = max(maximum, nanoseconds)
    }

    mutating func add(_ other: LatencyHistogram) {
        for (index, times) in other.buckets.enumerated() { buckets[index] &+= times }
        count &+= other.count
        sum += other.sum
        maximum = max(maximum, other.maximum)
    }

    /// In nanoseconds; 0 without values.
    var mean: Double { count == 0 ? 0 : sum / Double(count) }

    /// The least value of which the bucket says that `fraction` (0 to 1) of all are not above it, in
    /// nanoseconds; 0 without values.
    func quantile(_ fraction: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let rank = UInt64(max(1, min(fraction * Double(count), Double(count)).rounded(.up)))
        var seen: UInt64 = 0
        for (index, times) in buckets.enumerated() where times > 0 {
            seen &+= times
            if seen >= rank { return min(LatencyHistogram.largestValue(in: index), maximum) }
        }
        return maximum
    }

    static func bucket(of value: UInt64) -> Int {
        guard value >= 2 * UInt64(octave) else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount - precisionBits
        return exponent << precisionBits + Int(value >> UInt64(exponent))
    }

    static func largestValue(in bucket: Int) -> UInt64 {
        guard bucket >= 2 * octave else { return UInt64(bucket) }
        let exponent = UInt64(bucket / octave - 1)
        let mantissa = UInt64(bucket) - exponent << UInt64(precisionBits)
        // The last bucket ends where the numbers do, so the 1 is taken off before it could carry.
        return mantissa << exponent | (1 << exponent - 1)
    }
}
