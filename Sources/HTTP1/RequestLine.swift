/// The first line of a request, which with the header fields makes a ``RequestHead``.
///
/// It holds what is known before any header is.
struct RequestLine {
    let method: String
    let target: RequestTarget
    /// The host of the absolute form.
    let targetHost: String?
    let version: RequestHead.Version

    static func parse(_ line: UnsafeRawBufferPointer) throws(HTTPError) -> RequestLine {
        guard
            let first = line.firstIndex(of: UInt8(ascii: " ")),
            let last = line.lastIndex(of: UInt8(ascii: " ")), first < last,
            !line[(first + 1)..<last].contains(UInt8(ascii: " "))
        else { throw HTTPError(400, "The request line is not a method, a target and a version.") }
        let method = UnsafeRawBufferPointer(rebasing: line[..<first])
        let asked = UnsafeRawBufferPointer(rebasing: line[(first + 1)..<last])
        guard FieldLine.isToken(method) else { throw HTTPError(400, "The method is not a token.") }
        guard !asked.isEmpty, asked.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPError(400, "The request target is not visible ASCII.")
        }
        let version = try version(UnsafeRawBufferPointer(rebasing: line[(last + 1)...]))
        let (target, host) = try RequestTarget.parse(asked)
        return RequestLine(
            method: String(decoding: method, as: UTF8.self), target: target, targetHost: host,
            version: version)
    }

    /// Checks what only line and fields together can tell.
    func head(with headers: Headers) throws(HTTPError) -> RequestHead {
        RequestHead(
            method: method, target: target, version: version, headers: headers,
            body: try RequestFraming.body(version: version, headers: headers), host: try host(headers))
    }

    private static func version(_ bytes: UnsafeRawBufferPointer) throws(HTTPError)
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
        guard headers.count("Host") <= 1 else { throw HTTPError(400, "Host is given more than once.") }
        var host: String?
        var isHost = false
        headers.withValues(of: "Host") { value in
            value.withUnsafeBytes { bytes in
                isHost = !bytes.isEmpty && RequestLine.hostBytes.containsAll(bytes)
                host = lowercased(bytes)
            }
        }
        guard let host else {
            guard version == .http10 else { throw HTTPError(400, "Host is missing.") }
            return targetHost?.lowercased()
        }
        guard isHost else { throw HTTPError(400, "Host is not a host.") }
        if let targetHost, !isSame(targetHost, host) {
            throw HTTPError(400, "Host and the host of the request target differ.")
        }
        return host
    }

    /// RFC 3986 3.2.2 without user information, and with the brackets and colons of IPv6 and ports.
    private static let hostBytes = ByteClass(alphanumericAnd: "-._~%!$&'()*+,;=:[]")
}
