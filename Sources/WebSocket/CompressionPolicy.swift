/// Whether and how a server compresses (RFC 7692). It agrees on nothing by itself: each handshake is answered
/// by it, so an owner that bounds the number of compressing connections passes `off` beyond its bound.
public enum CompressionPolicy: Sendable {
    case off
    /// What goes to many is compressed once, by a ``SharedDeflater`` whose window all its receivers share.
    /// What goes to one goes plain. No memory for compression grows with the number of connections.
    case shared(DeflateSettings)
    /// Each connection has a compressor and a window of its own, a ``MessageDeflater``.
    case dedicated(DeflateSettings)

    var settings: DeflateSettings? {
        switch self {
        case .off: nil
        case .shared(let settings), .dedicated(let settings): settings
        }
    }
}

/// What one end is ready to spend on compression, and what it lets the peer make it spend.
///
/// The outcome of a handshake may be smaller windows and less takeover than these, never more, but for a peer
/// that can't bound its window: see ``peerWindowBits``.
public struct DeflateSettings: Sendable {
    /// The logarithm of the window that we compress with, 9 to 15: how far back a repetition is found. zlib
    /// makes no raw stream with 8.
    public let windowBits: Int
    /// zlib's memory for finding repetitions, 1 to 9.
    public let memLevel: Int
    /// zlib's effort, 1 to 9.
    public let level: Int
    /// Whether our messages may refer to earlier ones. Without it short messages hardly shrink.
    public let takesOver: Bool
    /// The logarithm of the largest window that the peer may compress with, 9 to 15. A client that doesn't
    /// offer `client_max_window_bits` can't be told, and has 15; such are Firefox and Safari.
    public let peerWindowBits: Int
    /// Whether the peer's messages may refer to its earlier ones. If so the state to inflate them is held as
    /// long as the connection lasts, if not then only while a compressed message arrives.
    public let peerTakesOver: Bool
    /// Messages of fewer bytes go plain: what compression could save of them isn't worth its work.
    public let threshold: Int

    /// The defaults find what repeats in 4 KiB, which is a few dozen of a room's messages, in 31 KB of
    /// memory.
    public init(
        windowBits: Int = 12, memLevel: Int = 4, level: Int = 6, takesOver: Bool = true,
        peerWindowBits: Int = 12, peerTakesOver: Bool = false, threshold: Int = 64
    ) {
        precondition(9...15 ~= windowBits && 9...15 ~= peerWindowBits, "zlib has windows of 9 to 15 bits")
        precondition(1...9 ~= memLevel && 1...9 ~= level, "zlib has levels 1 to 9")
        precondition(threshold >= 0, "no message has fewer than no bytes")
        self.windowBits = windowBits
        self.memLevel = memLevel
        self.level = level
        self.takesOver = takesOver
        self.peerWindowBits = peerWindowBits
        self.peerTakesOver = peerTakesOver
        self.threshold = threshold
    }

    /// The most bytes that a compressor with these settings holds, as zlib documents it.
    public var deflateBytes: Int {
        DeflateStream.bytes(windowBits: windowBits, memLevel: memLevel)
    }
}
