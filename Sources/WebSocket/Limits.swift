/// What a peer may make a connection hold. Not the owner's limits: how much it reads at once, and for how
/// long. One serves any number of connections, none of which has a copy.
public final class Limits: Sendable {
    /// The largest message in bytes: a member's memory is bounded by it, and a tool's source fits many times.
    public let messageBytes: Int

    /// The most frames of one message, empty ones too: frames cost work without counting against the bytes.
    public let fragments: Int

    /// The most pongs that wait for the owner to take them: beyond it the newest replaces the one before,
    /// as RFC 6455 section 5.5.3 allows, so that a flood of pings costs no memory.
    public let waitingPongs: Int

    /// The most bytes that a byte of a compressed message may become once the message has more than
    /// ``inflationFloor``: DEFLATE reaches a thousand, what people write and draw hardly ever twenty.
    public let inflationRatio: Int

    /// The size below which a message may have been compressed as well as DEFLATE can: a quarter of the
    /// largest, for short messages often repeat the one before them and mean no harm.
    public let inflationFloor: Int

    public init(
        messageBytes: Int = 524_288, fragments: Int = 1_024, waitingPongs: Int = 16,
        inflationRatio: Int = 25, inflationFloor: Int = 131_072
    ) {
        precondition(messageBytes >= 0 && fragments >= 1 && waitingPongs >= 1, "nothing fits such a limit")
        precondition(inflationRatio >= 1 && inflationFloor >= 0, "no message fits such a limit")
        self.messageBytes = messageBytes
        self.fragments = fragments
        self.waitingPongs = waitingPongs
        self.inflationRatio = inflationRatio
        self.inflationFloor = inflationFloor
    }

    /// The most compressed bytes of one message, so that blocks without content have an end too. What can't
    /// be compressed grows by less than an eighth, and by six bytes where a fragment was flushed.
    var compressedBytes: Int {
        let perFragment = fragments.multipliedReportingOverflow(by: 6)
        let slack = perFragment.overflow ? .max : perFragment.partialValue
        let sum = messageBytes.addingReportingOverflow(messageBytes / 8)
        let total = sum.partialValue.addingReportingOverflow(slack)
        return sum.overflow || total.overflow ? .max : total.partialValue
    }
}
