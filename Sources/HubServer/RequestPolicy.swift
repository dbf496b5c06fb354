public import Fetching

/// What rooms of a hub may have fetched from elsewhere.
public struct RequestPolicy: Sendable {
    /// Whether this program was built with what makes requests; without, no policy brings any about.
    public static let isBuiltIn = Fetcher.isBuiltIn

    /// Hosts that may be asked wherever they are; see ``HostAllowance``.
    public var allowedHosts: [String]
    public var secrets: RequestSecrets
    public var limits = FetchLimits()

    public init(allowedHosts: [String] = [], secrets: RequestSecrets = RequestSecrets()) {
        self.allowedHosts = allowedHosts
        self.secrets = secrets
    }
}
