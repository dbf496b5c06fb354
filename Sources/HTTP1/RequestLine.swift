/// The first line of a request, which with the header fields makes a ``RequestHead``.
///
/// It holds what is known before any header is.
struct RequestLine {
    let method: String
    let target: RequestTarget
    /// The host of the absolute form.
    let targetHost: String?
    let version: RequestHead.Version

    static func parse(_ line: Slice<UnsafeRawBufferPointer>) throws(HTTPError) -> RequestLine {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw HTTPError(400, "The request line is not a method, a target and a version.")
        }
        guard FieldLine.isToken(parts[0]) else { throw HTTPError(400, "The method is not a token.") }
        guard !parts[1].isEmpty, parts[1].allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPError(400, "The request target is not visible ASCII.")
        }
        let version = try version(parts[2])
        let (target, host) = try RequestTarget.parse(String(decoding: parts[1], as: UTF8.self))
        return RequestLine(
            method: String(decoding: parts[0], as: UTF8.self), target: target, targetHost: host,
            version: version)
    }

    /// Checks what only line and fields together can tell.
    func head(with headers: Headers) throws(HTTPError) -> RequestHead {
        RequestHead(
            method: method, target: target, version: version, headers: headers,
            body: try RequestFraming.body(version: version, headers: headers), host: try host(headers))
    }

    private static func version(_ bytes: Slice<UnsafeRawBufferPointer>) throws(HTTPError)
        -> RequestHead.Version
    {
        if bytes.elementsEqual("HTTP/1.1".utf8) { return .http11 }
        if bytes.elementsEqual("HTTP/1.0".utf8) { return .http10 }
        let digits = bytes.dropFirst(5)
        guard bytes.starts(with: "HTTP/".utf8), digits.first.map(isDigit) == true else {
            throw HTTPError(400, "The request line does not end with an HTTP version.")
        }
        throw HTTPError(505, "This server speaks HTTP/1.1 and HTTP/1.0.")
    }

    /// RFC 9112 3.2: exactly one `Host` in HTTP/1.1, and it is the host of the target where that names one.
    private func host(_ headers: Headers) throws(HTTPError) -> String? {
        let hosts = headers.all("Host")
        guard hosts.count <= 1 else { throw HTTPError(400, "Host is given more than once.") }
        guard let host = hosts.first else {
            guard version == .http10 else { throw HTTPError(400, "Host is missing.") }
            return targetHost?.lowercased()
        }
        guard !host.isEmpty, host.utf8.allSatisfy(RequestLine.isHostByte) else {
            throw HTTPError(400, "Host is not a host.")
        }
        if let targetHost, !isSame(targetHost, host) {
            throw HTTPError(400, "Host and the host of the request target differ.")
        }
        return host.lowercased()
    }

    /// RFC 3986 3.2.2 without user information, and with the brackets and colons of IPv6 and ports.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
    }
}
