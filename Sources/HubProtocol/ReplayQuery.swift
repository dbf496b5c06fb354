/// Which past ops an asker wants: the `replay` op's members ([RP1] to [RP3]).
public struct ReplayQuery: Hashable, Sendable {
    /// Where the answer begins.
    public enum Since: Hashable, Sendable {
        /// Ops after this seq.
        case seq(Seq)
        /// Ops at or after this time, in milliseconds since 1970.
        case time(Int64)
    }

    /// The wanted types; nil means all.
    public let types: [String]?
    public let since: Since
    /// The newest so many of the matching ops, 0 to ``largestLimit``.
    public let limit: Int
    /// Also named ops that are no longer current.
    public let history: Bool

    /// Enough to fill a page when an asker names no limit.
    public static let defaultLimit = 100
    /// Bounds what one question can cost; an asker pages by `since`.
    public static let largestLimit = 1_000

    public init(types: [String]?, since: Since, limit: Int, history: Bool) {
        self.types = types
        self.since = since
        self.limit = min(max(limit, 0), ReplayQuery.largestLimit)
        self.history = history
    }
}
