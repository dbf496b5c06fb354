import HubProtocol

/// Keeps everybody out of rooms while their logs are changed from outside.
///
/// It does not change them.
protocol RoomHolds: Sendable {
    /// Sends away whoever is in these rooms and lets nobody in until ``release(_:)``. It returns when all
    /// that the rooms had to write is with the log's writer; false when the hub is stopping.
    func hold(_ rooms: [RoomName], _ reason: Disconnect) -> Bool
    func release(_ rooms: [RoomName])
}

/// Where no hub runs, nobody is in any room.
struct EmptyHub: RoomHolds {
    func hold(_ rooms: [RoomName], _ reason: Disconnect) -> Bool { true }
    func release(_ rooms: [RoomName]) {}
}
