import Testing

@testable import chatos_bench

struct MeasurementTests {
    @Test func `costs and shares are those of the measured time`() {
        let measurement = Measurement(
            messages: 1_000, nanoseconds: 500_000_000, serverRunTime: 250_000_000, loadRunTime: 50_000_000,
            latency: LatencyHistogram(), bytes: 2_000)
        #expect(measurement.perMessage == 250_000)
        #expect(measurement.perSecond == 2_000)
        #expect(measurement.serverShare == 0.5)
        #expect(measurement.loadShare == 0.1)
        let json = String(decoding: measurement.json.bytes, as: UTF8.self)
        #expect(json.contains(#""bytes_per_message":2.0"#))
    }

    @Test func `a run without messages cost more than any`() {
        let measurement = Measurement(
            messages: 0, nanoseconds: 0, serverRunTime: 5, loadRunTime: 0, latency: LatencyHistogram())
        #expect(measurement.perMessage == .infinity)
        #expect(measurement.perSecond == 0)
    }

    @Test func `the file has memory and compression only where they were looked at`() {
        var measurement = Measurement(
            messages: 1, nanoseconds: 1, serverRunTime: 1, loadRunTime: 1, latency: LatencyHistogram())
        let without = String(decoding: measurement.json.bytes, as: UTF8.self)
        #expect(!without.contains("peak_bytes") && !without.contains("wire_to_plain"))
        measurement.peakMemory = 4_096
        measurement.inflated = InflatingReceiver.Traffic(messages: 2, wireBytes: 25, plainBytes: 100)
        let with = String(decoding: measurement.json.bytes, as: UTF8.self)
        #expect(with.hasSuffix(#","peak_bytes":4096,"wire_to_plain":0.25,"inflated_messages":2}"#))
    }
}
