/// The host that a URL leads to, read as it is read when it is asked.
public struct FetchHost: Hashable, Sendable {
    private let host: String
    private let port: String

    /// - Throws: what is wrong with the URL.
    public init(_ url: String) throws(FetchError) {
        #if Requests
        let target = try FetchTarget(url)
        host = target.host
        port = target.port
        #else
        // It is curl that reads URLs.
        throw Fetcher.isAbsent
        #endif
    }

    public var text: String { host }

    /// Whether `named`, as in a ``HostAllowance``, is this one.
    public func isMeant(by named: String) -> Bool {
        HostAllowance([named]).contains(host, port: port)
    }
}
