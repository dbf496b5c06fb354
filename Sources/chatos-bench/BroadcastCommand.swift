import Trials

/// `chatos-bench broadcast`: what it costs a server to give a message to each of many.
enum BroadcastCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words,
            valued: ServerOptions.valued.union([
                "--size", "--receivers", "--window", "--rate", "--path",
                "--inflate-every",
            ]),
            switches: ["--room", "--logged", "--check", "--deflate", "--unpinned"])
        let plan = try plan(options)
        try FileLimit.check(connections: plan.receivers)
        let load = plan.rate.map { "\(Decimal.text($0))/s" } ?? "window \(plan.window)"
        let place = plan.isRoom ? plan.persists ? "room, logged" : "room" : "topic"
        let paired = PairedRun(
            servers: try ServerOptions.servers(options), pairs: try options.count("--pairs", otherwise: 1),
            scenario: ServerOptions.prefix(options)
                + "broadcast \(plan.size) B to \(plan.receivers), \(load), \(place)"
                + (plan.compresses ? ", compressed" : ""),
            unit: "delivery", isPinned: !options.has("--unpinned"))
        let result = try paired.run { server, _ in
            // A server without rooms is measured by its topics: the yardstick of what a room does.
            var plan = plan
            if server.spec.isRoomless { (plan.isRoom, plan.path) = (false, "/publish/bench") }
            return try BroadcastLoad(plan, server).run()
        }
        Terminal.output(result.text + result.inflationText)
        try ServerOptions.save(result.json, options)
    }

    private static func plan(_ options: Options) throws(Failure) -> BroadcastPlan {
        var plan = BroadcastPlan()
        plan.size = try options.count("--size", otherwise: plan.size)
        plan.receivers = try options.count("--receivers", otherwise: plan.receivers)
        plan.window = try options.count("--window", otherwise: plan.window)
        plan.rate = try options.optionalNumber("--rate")
        plan.persists = options.has("--logged")
        plan.isRoom = options.has("--room") || plan.persists
        plan.checks = options.has("--check")
        plan.compresses = options.has("--deflate")
        plan.inflatingEvery = try options.count("--inflate-every", otherwise: plan.inflatingEvery)
        plan.path = options.text("--path") ?? (plan.isRoom ? "/rooms/bench" : plan.path)
        plan.length = try ServerOptions.length(options)
        return plan
    }
}

extension PairedRun.Result {
    /// What compression saved, and how much of it was looked at.
    fileprivate var inflationText: String {
        var text = ""
        for (index, spec) in servers.enumerated() {
            let traffic = runs[index].compactMap(\.inflated).reduce(InflatingReceiver.Traffic(), +)
            guard let ratio = traffic.ratio else { continue }
            text +=
                "\(spec.name): \(Decimal.text(ratio, places: 3)) of the plain bytes on the wire; "
                + "\(Decimal.text(Double(traffic.messages))) messages inflated and compared\n"
        }
        return text
    }
}
