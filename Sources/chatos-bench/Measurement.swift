/// What one run has shown.
struct Measurement {
    /// Messages answered or delivered in the measured part.
    let messages: Int
    let nanoseconds: UInt64
    /// How long the server's threads ran meanwhile.
    let serverRunTime: UInt64
    /// The same of this program, which must not be what the server waits for.
    let loadRunTime: UInt64
    let latency: LatencyHistogram
    /// Bytes received in the measured part.
    var bytes: UInt64 = 0
    /// The most memory that the server had resident up to the end, where somebody asked.
    var peakMemory: UInt64?
    /// What was inflated and compared, where messages may come compressed.
    var inflated: InflatingReceiver.Traffic?

    var perMessage: Double { messages == 0 ? .infinity : Double(serverRunTime) / Double(messages) }
    var perSecond: Double { nanoseconds == 0 ? 0 : Double(messages) / Double(nanoseconds) * 1e9 }
    /// Of one processor's time, from 0 to 1.
    var serverShare: Double { nanoseconds == 0 ? 0 : Double(serverRunTime) / Double(nanoseconds) }
    var loadShare: Double { nanoseconds == 0 ? 0 : Double(loadRunTime) / Double(nanoseconds) }

    var json: JSONValue {
        var members = common
        if let peakMemory { members.append(("peak_bytes", .whole(peakMemory))) }
        if let inflated, let ratio = inflated.ratio {
            members.append(("wire_to_plain", .number(ratio)))
            members.append(("inflated_messages", .whole(UInt64(inflated.messages))))
        }
        return .object(members)
    }

    private var common: [(String, JSONValue)] {
        [
            ("messages", .whole(UInt64(messages))), ("seconds", .number(Double(nanoseconds) / 1e9)),
            ("server_ns_per_message", .number(perMessage)), ("per_second", .number(perSecond)),
            ("server_share", .number(serverShare)), ("load_share", .number(loadShare)),
            ("bytes_per_message", .number(messages == 0 ? 0 : Double(bytes) / Double(messages))),
            (
                "latency_ns",
                .object([
                    ("p50", .whole(latency.quantile(0.5))), ("p99", .whole(latency.quantile(0.99))),
                    ("p999", .whole(latency.quantile(0.999))), ("max", .whole(latency.maximum)),
                    ("mean", .number(latency.mean)),
                ])
            ),
        ]
    }
}
