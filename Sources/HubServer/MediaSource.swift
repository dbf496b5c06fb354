public import HubProtocol

/// A place outside whose pictures, sounds and films tools may show where it was granted: an origin in its one
/// form, such as `https://pictures.example` or `http://127.0.0.1:8000`.
///
/// It goes into policies as it is, so nothing else than an origin may be one. Who grants it is not judged
/// here.
public struct MediaSource: Hashable, Sendable {
    public let origin: String

    /// Nil for what is no `http` or `https` origin in lower case, or has a port that need not be said.
    public init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else { return nil }
        let parts = text.dropFirst(scheme.count).split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2, MediaSource.isHost(host) else { return nil }
        if parts.count == 2 {
            guard let port = UInt16(parts[1]), port > 0, "\(port)" == parts[1],
                port != (scheme == "https://" ? 443 : 80)
            else { return nil }
        }
        origin = text
    }

    /// A name or an IPv4 address; what a policy would read as more than one host is none.
    private static func isHost(_ text: Substring) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                }
        }
    }

    /// Sources that one frame may have: more are no choice of anybody's.
    static let most = 16

    /// Those that a frame's address asks for; nil where one of them is none, or where they are too many.
    static func all(in values: [String]) -> [MediaSource]? {
        let sources = values.compactMap { MediaSource($0) }
        return sources.count == values.count && sources.count <= most ? sources : nil
    }
}

/// What an operator grants: a source for one room, or for all.
public struct MediaGrant: Hashable, Sendable {
    public let source: MediaSource
    /// Nil for all rooms.
    public let room: RoomName?

    /// `ORIGIN` or `ORIGIN@ROOM`; nil for what is neither.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let source = parts.first.flatMap({ MediaSource(String($0)) }) else { return nil }
        let room = parts.count > 1 ? RoomName(String(parts[1])) : nil
        guard parts.count == 1 || room != nil else { return nil }
        self.source = source
        self.room = room
    }
}
