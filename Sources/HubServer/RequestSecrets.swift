import Fetching
import HubProtocol

/// What the hub puts in the place of `$NAME` in a request, and to which hosts alone ([RQ5]).
///
/// Rooms, logs and answers have the names; it never gives a value but to the host that it is for.
public struct RequestSecrets: Sendable {
    private struct Secret: Sendable {
        let host: String
        let value: [UInt8]
    }

    private var secrets: [String: Secret] = [:]

    /// None.
    public init() {}

    /// Reads lines of `NAME@HOST=VALUE` or `NAME@HOST:PORT=VALUE`. Empty lines and those that begin with `#`
    /// say nothing.
    public init(parsing text: String) throws(RequestSecretsError) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.hasSuffix("\r") ? line.dropLast() : line
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let place = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, place.count == 2, !place[1].isEmpty else {
                throw RequestSecretsError("line \(index + 1) is not NAME@HOST=VALUE")
            }
            let name = String(place[0])
            guard let first = name.utf8.first, RequestSecrets.isNameByte(first),
                !(0x30...0x39).contains(first),
                name.utf8.allSatisfy(RequestSecrets.isNameByte)
            else {
                throw RequestSecretsError("line \(index + 1): a name is made of A to Z, 0 to 9 and _")
            }
            let value = Array(parts[1].utf8)
            // What needs no escape wherever it is put, and is long enough to be told from other text.
            guard value.count >= 4, value.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
            else {
                throw RequestSecretsError(
                    "line \(index + 1): a value is 4 or more visible ASCII characters but \" and \\")
            }
            guard secrets[name] == nil else {
                throw RequestSecretsError("line \(index + 1): \(name) stands twice")
            }
            secrets[name] = Secret(host: place[1].lowercased(), value: value)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
    }

    /// The request with its secrets in their places, and what to hide of them in the answer.
    ///
    /// - Throws: which of them is for another host.
    func fill(_ request: OutsideRequest) throws(FetchError) -> (FetchRequest, Hidden) {
        var used: [String: Secret] = [:]
        let url = text(request.url, &used)
        let hidesURL = !used.isEmpty
        let headers = request.headers.map { (name: $0.name, value: text($0.value, &used)) }
        let body = request.body.map { fill($0, &used) }
        var fetch = FetchRequest(url: url, method: request.method, headers: headers, body: body)
        guard !used.isEmpty else { return (fetch, Hidden()) }
        let host = try FetchHost(url)
        for (name, secret) in used where !host.isMeant(by: secret.host) {
            throw FetchError("the secret $\(name) is not for \(host.text)")
        }
        fetch.staysWithHost = true
        let values = used.map { (name: Array("$\($0.key)".utf8), value: $0.value.value) }
        return (fetch, Hidden(url: hidesURL ? request.url : nil, values: values))
    }

    private func text(_ text: String, _ used: inout [String: Secret]) -> String {
        String(decoding: fill(Array(text.utf8), &used), as: UTF8.self)
    }

    private func fill(_ bytes: [UInt8], _ used: inout [String: Secret]) -> [UInt8] {
        guard !secrets.isEmpty, bytes.contains(UInt8(ascii: "$")) else { return bytes }
        var out: [UInt8] = []
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            let name = byte == UInt8(ascii: "$") ? bytes[at...].prefix(while: RequestSecrets.isNameByte) : []
            let text = String(decoding: name, as: UTF8.self)
            guard let secret = secrets[text] else {
                out.append(byte)
                continue
            }
            used[text] = secret
            out += secret.value
            at += name.count
        }
        return out
    }

    /// What an answer may not say, since all in the room read it.
    struct Hidden: Sendable {
        /// The address as it was asked for, where it held a secret.
        var url: String?
        var values: [(name: [UInt8], value: [UInt8])] = []

        func hide(_ response: FetchResponse) -> OutsideResponse {
            .answer(
                url: url ?? text(response.url), status: response.status,
                headers: response.headers.map { OutsideRequest.Header(name: $0.name, value: text($0.value)) },
                body: bytes(response.body))
        }

        func text(_ text: String) -> String {
            values.isEmpty ? text : String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
        }

        private func bytes(_ bytes: [UInt8]) -> [UInt8] {
            values.reduce(bytes) { $0.replacing($1.value, with: $1.name) }
        }
    }
}

/// What is wrong with a file of secrets; it never says one.
public struct RequestSecretsError: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
