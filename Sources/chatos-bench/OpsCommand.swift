import Storage
import Trials

/// `chatos-bench ops`: how many ops a second a hub makes durable and acknowledges, and how soon.
enum OpsCommand {
    /// A rate is held when 99 of 100 acknowledgements come within it.
    private static let patienceNs: UInt64 = 100_000_000

    private struct Attempt {
        let rate: Double
        let measurement: Measurement
        var isHeld: Bool { measurement.latency.quantile(0.99) < patienceNs }
    }

    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: ServerOptions.valued.union(["--rate", "--clients", "--rooms", "--size"]),
            switches: ["--search", "--unpinned"])
        var plan = OpsPlan()
        plan.clients = try options.count("--clients", otherwise: plan.clients)
        plan.rooms = try options.count("--rooms", otherwise: plan.rooms)
        plan.size = try options.count("--size", otherwise: plan.size)
        plan.rate = try options.number("--rate", otherwise: plan.rate)
        plan.length = try ServerOptions.length(options, otherwise: plan.length)
        let title = "durable ops of \(plan.size) B, \(plan.clients) clients, \(plan.rooms) rooms"
        var table = TextTable([
            title, "ack/s", "p50 ms", "p99 ms", "p99.9 ms", "max ms", "us/op", "server", "load",
        ])
        let alone = try LogFeed.speed(
            group: 1_024, rooms: plan.rooms, size: plan.size, seconds: plan.length.seconds, durability: .full
        ).perSecond
        var text = ""
        var results: [JSONValue] = []
        for spec in try ServerOptions.servers(options) {
            let attempts = try attempts(plan, spec, options)
            for attempt in attempts { table.add(row(spec.name, attempt)) }
            let held = attempts.filter(\.isHeld).map(\.rate).max() ?? 0
            text +=
                "\(spec.name): \(Decimal.text(held))/s held with p99 below 100 ms, "
                + "\(Decimal.text(held / alone * 100)) % of the \(Decimal.text(alone))/s of the log alone\n"
            results.append(json(spec.name, attempts, held: held))
        }
        Terminal.output(table.text + text)
        try ServerOptions.save(
            .object([
                ("scenario", .text(title)), ("log_alone_per_s", .number(alone)), ("servers", .list(results)),
            ]), options)
    }

    /// One at the rate given, or as many as the search takes; each with a server and a log of its own.
    private static func attempts(
        _ plan: OpsPlan, _ spec: ServerSpec, _ options: Options
    ) throws -> [Attempt] {
        var attempts: [Attempt] = []
        var search = RateSearch(from: plan.rate)
        while let rate = search.next {
            var plan = plan
            plan.rate = rate
            let server = try RunningServer(spec, isPinned: !options.has("--unpinned"))
            defer { server.stop() }
            let attempt = Attempt(rate: rate, measurement: try OpsLoad(plan, server).run())
            attempts.append(attempt)
            if !options.has("--search") { break }
            search.note(rate, holds: attempt.isHeld)
        }
        return attempts
    }

    private static func row(_ name: String, _ attempt: Attempt) -> [String] {
        let measurement = attempt.measurement
        let latency = measurement.latency
        let ms = { (value: UInt64) in Decimal.text(Double(value) / 1e6, places: 2) }
        return [
            "\(name), \(Decimal.text(attempt.rate))/s" + (attempt.isHeld ? "" : ", not held"),
            Decimal.text(measurement.perSecond), ms(latency.quantile(0.5)), ms(latency.quantile(0.99)),
            ms(latency.quantile(0.999)), ms(latency.maximum),
            Decimal.text(measurement.perMessage / 1e3, places: 1),
            Decimal.text(measurement.serverShare * 100) + " %",
            Decimal.text(measurement.loadShare * 100) + " %",
        ]
    }

    private static func json(_ name: String, _ attempts: [Attempt], held: Double) -> JSONValue {
        .object([
            ("name", .text(name)), ("held_per_s", .number(held)),
            (
                "rates",
                .list(
                    attempts.map {
                        .object([
                            ("rate", .number($0.rate)), ("held", .whole($0.isHeld ? 1 : 0)),
                            ("run", $0.measurement.json),
                        ])
                    })
            ),
        ])
    }
}
