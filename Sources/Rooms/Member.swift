import HubProtocol

/// What a room knows of one connection.
struct Member {
    let author: Author
    /// The name of its outbox, `""` if it gave none.
    let client: String
    /// Its coming and going are its own to announce ([PR2]).
    let isQuiet: Bool
    var isAnnounced = false

    /// Its ops that are not yet durable, and their payloads in bytes.
    var inFlightOps = 0
    var inFlightBytes = 0
    /// Whether the hub was told to take nothing more from it until some of them are.
    var isHeld = false
}
