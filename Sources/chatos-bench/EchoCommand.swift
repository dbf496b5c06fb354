import Trials

/// `chatos-bench echo`: what a message costs a server that gives it back.
enum EchoCommand {
    static let options: Set<String> = [
        "--size", "--connections", "--depth", "--rate", "--path",
    ]
    static let switches: Set<String> = ["--binary", "--check"]

    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: options.union(ServerOptions.valued), switches: switches)
        var plan = EchoPlan()
        plan.size = try options.count("--size", otherwise: plan.size)
        plan.connections = try options.count("--connections", otherwise: plan.connections)
        plan.depth = try options.count("--depth", otherwise: plan.depth)
        plan.rate = try options.optionalNumber("--rate")
        plan.isText = !options.has("--binary")
        plan.checks = options.has("--check")
        plan.path = options.text("--path") ?? plan.path
        plan.length = try ServerOptions.length(options)
        let load = plan.rate.map { "\(Decimal.text($0))/s" } ?? "\(plan.depth)"
        let paired = PairedRun(
            servers: try ServerOptions.servers(options), pairs: try options.count("--pairs", otherwise: 1),
            scenario: ServerOptions.prefix(options) + "echo \(plan.size) B, \(plan.connections) x \(load)",
            unit: "message")
        let result = try paired.run { server, _ in try EchoLoad(plan, server).run() }
        Terminal.output(result.text)
        try ServerOptions.save(result.json, options)
    }
}
