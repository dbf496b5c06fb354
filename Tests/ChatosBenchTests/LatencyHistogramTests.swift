import Testing

@testable import chatos_bench

struct LatencyHistogramTests {
    @Test func `every value lies in its bucket, and buckets follow one another without a gap`() {
        for bucket in 0..<3_000 {
            let largest = LatencyHistogram.largestValue(in: bucket)
            #expect(LatencyHistogram.bucket(of: largest) == bucket)
            #expect(LatencyHistogram.bucket(of: largest + 1) == bucket + 1)
        }
    }

    @Test func `the largest number there is has a bucket, the last`() {
        let bucket = LatencyHistogram.bucket(of: .max)
        #expect(LatencyHistogram.largestValue(in: bucket) == .max)
        var histogram = LatencyHistogram()
        histogram.record(.max)
        #expect(histogram.quantile(0.5) == .max)
    }

    @Test func `no bucket is wider than 0.8 percent of its values`() {
        for value in [300 as UInt64, 4_097, 1_000_000, 123_456_789_012] {
            let largest = LatencyHistogram.largestValue(in: LatencyHistogram.bucket(of: value))
            #expect(Double(largest - value) <= 0.008 * Double(value))
        }
    }

    @Test func `small values are exact`() {
        var histogram = LatencyHistogram()
        for value in 1...100 as ClosedRange<UInt64> { histogram.record(value) }
        #expect(histogram.quantile(0.5) == 50)
        #expect(histogram.quantile(0.99) == 99)
        #expect(histogram.quantile(1) == 100)
        #expect(histogram.quantile(0) == 1)
        #expect(histogram.mean == 50.5)
        #expect(histogram.count == 100)
    }

    @Test func `a quantile is never above the largest value`() {
        var histogram = LatencyHistogram()
        histogram.record(1_000_001)
        #expect(histogram.quantile(0.999) == 1_000_001)
        #expect(histogram.maximum == 1_000_001)
    }

    @Test func `one slow value in a thousand shows beyond the 99.9th percentile only`() {
        var histogram = LatencyHistogram()
        histogram.record(100, times: 999)
        histogram.record(200)
        #expect(histogram.quantile(0.999) == 100)
        #expect(histogram.quantile(0.9991) == 200)
    }

    @Test func `adding two is recording the values of both`() {
        var one = LatencyHistogram()
        var other = LatencyHistogram()
        one.record(10)
        other.record(30, times: 2)
        one.add(other)
        #expect(one.count == 3)
        #expect(one.quantile(0.3) == 10)
        #expect(one.quantile(0.5) == 30)
        #expect(one.maximum == 30)
    }

    @Test func `nothing recorded is 0`() {
        #expect(LatencyHistogram().quantile(0.5) == 0)
        #expect(LatencyHistogram().mean == 0)
    }
}
