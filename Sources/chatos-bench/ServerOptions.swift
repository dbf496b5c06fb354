/// The options that all scenarios with servers have.
enum ServerOptions {
    static let valued: Set<String> = [
        "--server", "--raw-server", "--topic-server", "--pairs", "--warm-up", "--seconds", "--count",
        "--json", "--tls",
    ]

    static func servers(_ options: Options) throws(Failure) -> [ServerSpec] {
        var servers: [ServerSpec] = []
        for text in options.all("--server") {
            servers.append(try ServerSpec(text, certificate: options.text("--tls")))
        }
        for text in options.all("--topic-server") { servers.append(try ServerSpec(text, isRoomless: true)) }
        for text in options.all("--raw-server") { servers.append(try ServerSpec(text, isRaw: true)) }
        guard !servers.isEmpty else { throw Failure(.usage, "no --server NAME=COMMAND") }
        return servers
    }

    static func length(
        _ options: Options, otherwise: RunLength = RunLength()
    ) throws(Failure) -> RunLength {
        var length = otherwise
        length.warmUpSeconds = try options.number("--warm-up", otherwise: length.warmUpSeconds)
        length.seconds = try options.number("--seconds", otherwise: length.seconds)
        length.messagesMax = try options.count("--count", otherwise: length.messagesMax)
        return length
    }

    /// For a scenario's name: whether it goes over TLS.
    static func prefix(_ options: Options) -> String {
        options.has("--tls") ? "wss " : ""
    }

    /// Writes the result with where and when it was had, if a file is named.
    static func save(_ result: JSONValue, _ options: Options) throws(Failure) {
        guard let path = options.text("--json") else { return }
        let whole = JSONValue.object([("machine", Machine.json), ("result", result)])
        try FileText.write(whole.bytes + [UInt8(ascii: "\n")], to: path)
    }
}
