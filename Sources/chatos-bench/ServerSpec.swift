/// A server to measure, as `NAME=COMMAND` says it; starting it is not its matter.
struct ServerSpec: Equatable {
    private(set) var name: String
    /// For a shell, with `{port}` for the port to listen on and `{data}` for a folder of the run's own.
    let command: String
    /// Whether it speaks plain TCP and gives every byte back.
    let isRaw: Bool
    /// Whether it has topics where a hub has rooms.
    let isRoomless: Bool
    /// The PEM file with its certificate, if it speaks TLS.
    let certificate: String?

    init(
        _ text: String, isRaw: Bool = false, isRoomless: Bool = false, certificate: String? = nil
    ) throws(Failure) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
            throw Failure(.usage, "a server is NAME=COMMAND, not '\(text)'")
        }
        name = String(text[..<sign])
        command = String(text[text.index(after: sign)...])
        self.isRaw = isRaw
        self.isRoomless = isRoomless
        self.certificate = certificate
        guard command.split(separator: "{port}", omittingEmptySubsequences: false).count > 1 else {
            throw Failure(.usage, "the command of '\(name)' must say {port} where its port belongs")
        }
    }

    /// The same under another name, where it is measured in two ways.
    func named(_ name: String) -> ServerSpec {
        var spec = self
        spec.name = name
        return spec
    }

    func command(port: UInt16, data: String) -> String {
        command.split(separator: "{port}", omittingEmptySubsequences: false).joined(separator: "\(port)")
            .split(separator: "{data}", omittingEmptySubsequences: false).joined(separator: data)
    }
}
