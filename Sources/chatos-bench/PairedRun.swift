import Trials

/// Runs one scenario on several servers in turns, A B A B, each time on a server started anew.
struct PairedRun {
    let servers: [ServerSpec]
    let pairs: Int
    /// What is measured, for the table's head and the file.
    let scenario: String
    let unit: String
    /// Whether each server has a processor of its own.
    var isPinned = true

    struct Result {
        let scenario: String
        let unit: String
        let servers: [ServerSpec]
        /// For each server its runs, in order.
        let runs: [[Measurement]]
    }

    /// - Parameter measure: is given the server and its place among them.
    func run(_ measure: (RunningServer, Int) throws -> Measurement) throws -> Result {
        var runs = [[Measurement]](repeating: [], count: servers.count)
        for _ in 0..<pairs {
            for (index, spec) in servers.enumerated() {
                let server = try RunningServer(spec, isPinned: isPinned)
                defer { server.stop() }
                runs[index].append(try measure(server, index))
            }
        }
        return Result(scenario: scenario, unit: unit, servers: servers, runs: runs)
    }
}

extension PairedRun.Result {
    private func values(_ index: Int) -> [Double] { runs[index].map(\.perMessage) }

    private func ratio(over index: Int) -> PairedRatio? { PairedRatio(values(0), over: values(index)) }

    var text: String {
        var table = TextTable([
            scenario, "ns/\(unit)", "25 %", "75 %", "\(unit)/s", "server", "load", "p50 us", "p99 us",
            "p99.9 us",
        ])
        for (index, spec) in servers.enumerated() {
            guard let cost = Sample(values(index)), let rate = Sample(runs[index].map(\.perSecond)) else {
                continue
            }
            func median(_ value: (Measurement) -> Double) -> Double {
                Sample(runs[index].map(value))?.median ?? .nan
            }
            table.add([
                spec.name, Decimal.text(cost.median), Decimal.text(cost.quantile(0.25)),
                Decimal.text(cost.quantile(0.75)), Decimal.text(rate.median),
                Decimal.text(median { $0.serverShare * 100 }) + " %",
                Decimal.text(median { $0.loadShare * 100 }) + " %",
                Decimal.text(median { Double($0.latency.quantile(0.5)) / 1e3 }, places: 1),
                Decimal.text(median { Double($0.latency.quantile(0.99)) / 1e3 }, places: 1),
                Decimal.text(median { Double($0.latency.quantile(0.999)) / 1e3 }, places: 1),
            ])
        }
        return table.text + servers.indices.dropFirst().compactMap(ratioText).joined()
    }

    private func ratioText(_ index: Int) -> String? {
        guard let ratio = ratio(over: index) else { return nil }
        let interval = ratio.interval
        return
            "\(servers[0].name) / \(servers[index].name): "
            + "of medians \(Decimal.text(ratio.ofMedians, places: 3)), "
            + "median of \(ratio.ratios.count) pairs \(Decimal.text(ratio.median, places: 3)) "
            + "(\(Decimal.text(interval.lower, places: 3)) to \(Decimal.text(interval.upper, places: 3)) "
            + "with \(Decimal.text(interval.coverage * 100, places: 1)) %)\n"
    }

    var json: JSONValue {
        .object([
            ("scenario", .text(scenario)), ("unit", .text(unit)),
            (
                "servers",
                .list(
                    servers.enumerated().map { index, spec in
                        .object([
                            ("name", .text(spec.name)),
                            ("median_ns", .number(Sample(values(index))?.median ?? .nan)),
                            ("quarter_ns", .number(Sample(values(index))?.quantile(0.25) ?? .nan)),
                            ("three_quarters_ns", .number(Sample(values(index))?.quantile(0.75) ?? .nan)),
                            ("runs", .list(runs[index].map(\.json))),
                        ])
                    })
            ),
            ("ratios", .list(servers.indices.dropFirst().compactMap(ratioJSON))),
        ])
    }

    private func ratioJSON(_ index: Int) -> JSONValue? {
        ratio(over: index).map { ratio in
            .object([
                ("over", .text(servers[index].name)), ("of_medians", .number(ratio.ofMedians)),
                ("median", .number(ratio.median)), ("lower", .number(ratio.interval.lower)),
                ("upper", .number(ratio.interval.upper)), ("coverage", .number(ratio.interval.coverage)),
                ("pairs", .list(ratio.ratios.map { .number($0) })),
            ])
        }
    }
}
