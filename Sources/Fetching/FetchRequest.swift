/// An HTTP request to make for somebody: what curl is handed, and nothing of who asked.
public struct FetchRequest: Sendable {
    public var url: String
    public var method: String
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]?
    /// It holds what no other host may see: where it is led to one, it fails.
    public var staysWithHost = false

    public init(
        url: String, method: String = "GET", headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }
}

/// What came back, from the last of the hosts that the request was led to.
public struct FetchResponse: Sendable {
    public let status: Int
    /// The names in lower case; of a name that comes several times the values are joined by commas. Without
    /// `set-cookie`: cookies are for the one who asked, and the answer is for all.
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
    /// Where it came from in the end.
    public let url: String
}

/// Why there is no answer, in words for the one who asked.
public struct FetchError: Error, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// How much a request may cost.
public struct FetchLimits: Sendable {
    /// Longer than people wait for, in milliseconds, redirects included.
    public var timeMs: Int = 15_000
    /// A host that is not there is not waited for as long.
    public var connectMs: Int = 5_000
    /// A body must fit an op beside its headers.
    public var bodyBytes: Int = 1 << 20
    public var headerBytes: Int = 1 << 16
    public var redirects: Int = 5
    /// So many are under way at once, from all rooms; others wait.
    public var atOnce: Int = 16
    /// So many may wait; more are refused.
    public var waiting: Int = 256

    public init() {}
}
