import Testing

@testable import chatos_bench

struct PairedRunTests {
    private func measurement(_ perMessage: UInt64) -> Measurement {
        Measurement(
            messages: 1_000, nanoseconds: 1_000_000_000, serverRunTime: perMessage * 1_000,
            loadRunTime: 100_000_000, latency: LatencyHistogram())
    }

    private func result() throws -> PairedRun.Result {
        PairedRun.Result(
            scenario: "echo", unit: "message",
            servers: [try ServerSpec("ours=a {port}"), try ServerSpec("other=b {port}")],
            runs: [[90, 180, 99].map(measurement), [100, 200, 110].map(measurement)])
    }

    @Test func `the table has each server's median and the ratio of the pairs`() throws {
        let lines = try result().text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1].hasPrefix("ours ") && lines[1].contains(" 99 "))
        #expect(lines[2].hasPrefix("other ") && lines[2].contains(" 110 "))
        #expect(lines[3].hasPrefix("ours / other: of medians 0.900, median of 3 pairs 0.900 (0.900 to 0.900"))
    }

    @Test func `the file has every run and every ratio`() throws {
        let json = String(decoding: try result().json.bytes, as: UTF8.self)
        #expect(json.contains(#""name":"ours","median_ns":99.0"#))
        #expect(json.contains(#""over":"other","of_medians":0.9"#))
        #expect(json.split(separator: #""server_ns_per_message""#).count == 7)
    }
}
