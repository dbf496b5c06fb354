/// What a peer may make a connection hold. Not the owner's limits: how much it reads at once, and for how
/// long.
public struct Limits: Sendable {
    /// The largest message in bytes: a member's memory is bounded by it, and a tool's source fits many times.
    public var messageBytes: Int

    /// The most frames of one message, empty ones too: frames cost work without counting against the bytes.
    public var fragments: Int

    /// The most pongs that wait for the owner to take them: beyond it the newest replaces the one before,
    /// as RFC 6455 section 5.5.3 allows, so that a flood of pings costs no memory.
    public var waitingPongs: Int

    public init(messageBytes: Int = 524_288, fragments: Int = 1_024, waitingPongs: Int = 16) {
        precondition(messageBytes >= 0 && fragments >= 1 && waitingPongs >= 1, "nothing fits such a limit")
        self.messageBytes = messageBytes
        self.fragments = fragments
        self.waitingPongs = waitingPongs
    }
}
