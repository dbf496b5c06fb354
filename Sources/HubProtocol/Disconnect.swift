/// Why the hub ends a connection, with the close code that says so. Breaches of RFC 6455 itself are not here:
/// the WebSocket answers those with the RFC's own codes.
///
/// The code's range tells a client whether to come back: 4000 to 4499 by itself, 4500 and up only when its
/// user asks.
public enum Disconnect: UInt16, Sendable, CaseIterable {
    case goingAway = 1001
    case unsupportedData = 1003
    /// The log could not be written. Nothing of what was lost had been shown to anybody.
    case storageFailed = 4000
    /// The client read too slowly for what the hub is willing to hold; it resumes from the log.
    case slowConsumer = 4001
    /// The room was compacted, or an op of it erased; what the client knows may not hold.
    case roomChanged = 4002
    case helloTimeout = 4500
    /// The room was renamed or deleted. Coming back would make an empty one of the old name.
    case roomGone = 4501
    /// A client of a document sent again and again what the document could not take ([DO7]).
    case documentRefused = 4502

    /// What the close frame says beside the code; below the 123 bytes that fit one.
    public var reason: String {
        switch self {
        case .goingAway: "the hub is stopping"
        case .unsupportedData: "no message of this kind belongs here"
        case .storageFailed: "the log could not be written; come back and resume"
        case .slowConsumer: "read too slowly; come back and resume"
        case .roomChanged: "the room was changed; come back"
        case .roomGone: "there is no such room any more"
        case .documentRefused: "the document could not take what was sent"
        case .helloTimeout: "no hello within 10 s"
        }
    }
}
