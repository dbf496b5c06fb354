import Glibc
import HubServer

/// What `chatos serve` is told of the requests that rooms may have made.
enum RequestOptions {
    static let all = [
        Command.Option(name: "--no-requests", value: nil, help: "make no requests for rooms"),
        Command.Option(
            name: "--allow-request-host", value: "HOST[:PORT]",
            help: "rooms may have this host asked, wherever it is", repeats: true),
        Command.Option(
            name: "--request-secrets", value: "FILE",
            help: "lines NAME@HOST=VALUE; $NAME in a request to HOST is VALUE"),
    ]

    /// - Returns: nil for no requests.
    static func policy(_ arguments: Arguments) throws(Failure) -> RequestPolicy? {
        let hosts = arguments.all("--allow-request-host")
        let file = arguments.value("--request-secrets")
        guard !arguments.has("--no-requests") else {
            guard hosts.isEmpty, file == nil else {
                throw Failure(.usage, "--no-requests leaves nothing to allow and no use for secrets")
            }
            return nil
        }
        guard RequestPolicy.isBuiltIn else {
            guard hosts.isEmpty, file == nil else {
                throw Failure(.usage, "this program was built without the trait `Requests`")
            }
            return nil
        }
        if let host = hosts.first(where: { $0.isEmpty || $0.contains("/") || $0.contains(" ") }) {
            throw Failure(.usage, "--allow-request-host: a name or an address, not '\(host)'")
        }
        guard let file else { return RequestPolicy(allowedHosts: hosts) }
        let text = try text(of: file)
        do throws(RequestSecretsError) {
            return RequestPolicy(allowedHosts: hosts, secrets: try RequestSecrets(parsing: text))
        } catch {
            throw Failure(.dataError, "--request-secrets: \(file): \(error)")
        }
    }

    /// A file that only its owner can read.
    private static func text(of path: String) throws(Failure) -> String {
        var status = stat()
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw Failure(.ioError, "--request-secrets: can't read '\(path)': \(reason)")
        }
        defer { close(descriptor) }
        guard status.st_mode & 0o077 == 0 else {
            throw Failure(
                .ioError, "--request-secrets: others than its owner can get at '\(path)'; chmod 600 it")
        }
        var bytes = [UInt8](repeating: 0, count: largest + 1)
        var count = 0
        while count < bytes.count {
            let taken = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            guard taken > 0 else { break }
            count += taken
        }
        guard count <= largest, let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw Failure(.dataError, "--request-secrets: '\(path)' is too large, or no text")
        }
        return text
    }

    /// More would be no list of secrets.
    private static let largest = 1 << 16
}
