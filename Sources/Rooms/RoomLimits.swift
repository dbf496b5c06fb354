public import YCRDT

/// What a room holds at most.
public struct RoomLimits: Sendable {
    /// Current named ops; each newcomer gets them all.
    public var currentOps = 10_000
    /// Their payloads together, in bytes: what a newcomer waits for, and half of what a connection's outbox
    /// may hold.
    public var currentBytes = 8 << 20
    /// Ops with an id among which a re-send is recognised: an outbox holds far fewer.
    public var resends = 10_000
    /// Keys of such ops that are read at once when a room was opened: whoever else asks the log something
    /// waits a millisecond or two for that.
    public var resendsAtOnce = 500
    /// Newest ops kept in memory, so that a short absence costs no reading.
    public var recentOps = 1_000
    /// Their payloads together, in bytes.
    public var recentBytes = 1 << 20
    /// Ops of one member that are not yet shown, transient ones too; beyond that the hub stops reading from
    /// it, and TCP holds it back.
    public var inFlightOps = 1_024
    /// Their payloads together, in bytes: two of the largest messages always fit.
    public var inFlightBytes = 4 << 20
    /// Questions of one member that the log has not answered yet: an answer may be a thousand times what was
    /// asked.
    public var questions = 4
    /// Active schedules: if all fire every second the log grows by so many ops a second, and not without
    /// bound.
    public var schedules = 32
    /// Requests under way: others must get their turn with the fetcher, and each may bring a large op. With 0
    /// there are none at all.
    public var requestsAtOnce = 8
    /// Requests begun within a minute, so that no room makes the hub hammer others.
    public var requestsAMinute = 60
    /// Documents that one member has open; a page has one for each tool that is edited, and for each tool
    /// that asks for one.
    public var documents = 64
    /// What a document may hold.
    public var document = {
        var limits = UpdateLimits()
        // A thousand pages of text; who opens it waits for all of it.
        limits.contentBytes = 8 << 20
        return limits
    }()
    /// Updates of one author are made one op up to so many bytes: then a log is read in small pieces.
    public var mergedBytes = 64 << 10
    /// What is refused to a connection that is there for a document alone before it is closed; such a client
    /// does not look at the reason, and goes on.
    public var refusals = 16

    public init() {}
}
