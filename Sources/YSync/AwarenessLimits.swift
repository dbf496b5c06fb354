/// How much of who is there is kept.
public struct AwarenessLimits: Sendable {
    /// States, and the clocks of those that went lately. A room has fewer members than that.
    public var clients = 4096
    /// A name, a colour, a caret and some more, many times over.
    public var stateBytes = 65_536
    /// All states together: what a newcomer is sent.
    public var totalBytes = 4 << 20
    /// A client renews its state twice as often; one that doesn't has gone.
    public var timeoutMs: Int64 = 30_000

    public init() {}
}
