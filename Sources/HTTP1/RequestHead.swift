/// A request without its body: what is asked, and the fields that say how.
///
/// It is well formed, but not yet allowed: which hosts, methods and bodies are served is the server's matter.
public struct RequestHead: Sendable, Equatable {
    public enum Version: Sendable {
        case http10, http11
    }

    /// Whether something follows the head, and how its end is found.
    public enum Body: Sendable, Equatable {
        case none
        /// Never 0 bytes; that is ``none``.
        case length(UInt64)
        case chunked
    }

    /// As received; methods are case-sensitive.
    public let method: String
    public let target: RequestTarget
    public let version: Version
    public let headers: Headers
    public let body: Body
    /// `Host` in lower case, with the port where one was given. Nil only in HTTP/1.0.
    public let host: String?

    /// Whether the client expects the connection to stay open after the answer (RFC 9112 9.3).
    public var keepAlive: Bool {
        if headers.list("Connection", contains: "close") { return false }
        return version == .http11 || headers.list("Connection", contains: "keep-alive")
    }

    /// The decoded path as one text, `/` before each segment. A segment may itself hold an encoded `/`, so
    /// this is only for looking up what is known by its path.
    public var path: String {
        "/" + target.segments.joined(separator: "/")
    }

    /// The first value of a query item.
    public func query(_ name: String) -> String? {
        target.query.first { $0.name == name }?.value
    }
}
