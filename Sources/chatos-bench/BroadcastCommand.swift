/// `chatos-bench broadcast`: what it costs a server to give a message to each of many.
enum BroadcastCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(
            words,
            valued: ServerOptions.valued.union(["--size", "--receivers", "--window", "--rate", "--path"]),
            switches: ["--room", "--logged", "--check", "--deflate"])
        var plan = BroadcastPlan()
        plan.size = try options.count("--size", otherwise: plan.size)
        plan.receivers = try options.count("--receivers", otherwise: plan.receivers)
        plan.window = try options.count("--window", otherwise: plan.window)
        plan.rate = try options.optionalNumber("--rate")
        plan.persists = options.has("--logged")
        plan.isRoom = options.has("--room") || plan.persists
        plan.checks = options.has("--check")
        plan.compresses = options.has("--deflate")
        plan.path = options.text("--path") ?? (plan.isRoom ? "/rooms/bench" : plan.path)
        plan.length = try ServerOptions.length(options)
        let load = plan.rate.map { "\(Decimal.text($0))/s" } ?? "window \(plan.window)"
        let place = plan.isRoom ? plan.persists ? "room, logged" : "room" : "topic"
        let paired = PairedRun(
            servers: try ServerOptions.servers(options), pairs: try options.count("--pairs", otherwise: 1),
            scenario: "broadcast \(plan.size) B to \(plan.receivers), \(load), \(place)"
                + (plan.compresses ? ", compressed" : ""),
            unit: "delivery")
        let result = try paired.run { server in
            // A server without rooms is measured by its topics: the yardstick of what a room does.
            var plan = plan
            if server.spec.isRoomless { (plan.isRoom, plan.path) = (false, "/publish/bench") }
            return try BroadcastLoad(plan, server).run()
        }
        Terminal.output(result.text)
        try ServerOptions.save(result.json, options)
    }
}
