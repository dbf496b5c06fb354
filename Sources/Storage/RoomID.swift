/// A room's number in one database; it means nothing in another.
///
/// It is not the room's identity to the world: that is its name, and its log's is the epoch.
public struct RoomID: Hashable, Sendable {
    public let number: Int64

    public init(number: Int64) {
        self.number = number
    }
}
