import Trials

/// `chatos-bench stalled`: what a member that has stopped reading costs the others of its room, and the
/// server.
enum StalledCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words,
            valued: ServerOptions.valued.union(["--size", "--receivers", "--rate", "--stalled"]))
        var plan = BroadcastPlan()
        plan.isRoom = true
        plan.path = "/rooms/bench"
        plan.size = try options.count("--size", otherwise: 4_096)
        plan.receivers = try options.count("--receivers", otherwise: plan.receivers)
        plan.rate = try options.number("--rate", otherwise: 50)
        plan.length = try ServerOptions.length(options, otherwise: RunLength(seconds: 4))
        let stalled = try options.count("--stalled", otherwise: 1)
        try FileLimit.check(connections: plan.receivers + stalled)
        guard let spec = try ServerOptions.servers(options).first else { return }
        let rate = Decimal.text(plan.rate ?? 0)
        let paired = PairedRun(
            servers: [spec.named("\(stalled) stalled"), spec.named("all read")],
            pairs: try options.count("--pairs", otherwise: 1),
            scenario: "stalled, \(plan.size) B to \(plan.receivers), \(rate)/s", unit: "delivery")
        var dropped = 0
        let result = try paired.run { server, place in
            var plan = plan
            plan.stalled = place == 0 ? stalled : 0
            let load = try BroadcastLoad(plan, server)
            let measurement = try load.run()
            dropped += try load.countDropped()
            return measurement
        }
        Terminal.output(
            result.text + text(of: result)
                + "\(dropped) of \(stalled * result.runs[0].count) that stalled were dropped\n")
        try ServerOptions.save(
            .object([
                ("stalled", result.json), ("p99", json(of: ratio(of: result))),
                ("dropped", .whole(UInt64(dropped))),
            ]), options)
    }

    /// How the others' 99th percentiles compare, pair by pair.
    private static func ratio(of result: PairedRun.Result) -> PairedRatio? {
        func values(_ place: Int) -> [Double] { result.runs[place].map { Double($0.latency.quantile(0.99)) } }
        return PairedRatio(values(0), over: values(1))
    }

    private static func text(of result: PairedRun.Result) -> String {
        let peak = result.runs.map { runs in
            Decimal.text((Sample(runs.map { Double($0.peakMemory ?? 0) })?.median ?? 0) / 1_024)
        }
        var text = "server memory at its peak: \(peak[0]) KiB with, \(peak[1]) KiB without\n"
        if let ratio = ratio(of: result) {
            let values = [ratio.median, ratio.interval.lower, ratio.interval.upper]
                .map { Decimal.text($0, places: 2) }
            text +=
                "others' p99, with / without: median of \(ratio.ratios.count) pairs "
                + "\(values[0]) (\(values[1]) to \(values[2]))\n"
        }
        return text
    }

    private static func json(of ratio: PairedRatio?) -> JSONValue {
        guard let ratio else { return .object([]) }
        return .object([
            ("median", .number(ratio.median)), ("lower", .number(ratio.interval.lower)),
            ("upper", .number(ratio.interval.upper)),
        ])
    }
}
