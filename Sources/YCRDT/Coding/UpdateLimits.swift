/// How much of anything an update, or a document, may hold.
///
/// The bytes of a message are bounded by whoever receives it; nothing here is allocated by a number that was
/// only announced.
public struct UpdateLimits: Sendable {
    /// A client announces itself with about six bytes, and costs a document sixty: this many cost it four
    /// megabytes. A document that was edited for years in many windows has some thousands.
    public var clients = 65_536
    /// A struct of three bytes costs 64 in the store.
    public var structsPerUpdate = 4_194_304
    /// Deleted ranges of two bytes each, and eight when kept.
    public var deletesPerUpdate = 1_048_576
    /// What a document keeps that it can't integrate yet. A peer that sends more is asked to sync instead.
    public var pendingBytes = 4 << 20
    public var pendingUpdates = 4096
    public var pendingDeletes = 65_536
    /// Texts and values of a document, without the structs.
    public var contentBytes = UpdateLimits.largestContent

    public init() {}

    /// For what was taken under other limits before: a document must be what it was. Its bytes bound it.
    public static var none: UpdateLimits {
        var limits = UpdateLimits()
        limits.clients = .max
        limits.structsPerUpdate = .max
        limits.deletesPerUpdate = .max
        limits.pendingBytes = .max
        limits.pendingUpdates = .max
        limits.pendingDeletes = .max
        return limits
    }

    /// Places in the content are 32-bit numbers, and texts that grow in turn take several times their room
    /// meanwhile.
    public static let largestContent = 512 << 20

    /// How deep a value may nest: as deep as JSON may elsewhere in a room.
    public static let valueDepth = 128
}
