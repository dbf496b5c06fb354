extension WebSocketConnection {
    /// How far the closing handshake is, RFC 6455 section 7. Each input answers with what it makes us do.
    ///
    /// ```
    ///            ask: send close              peerClosed
    ///   open ------------------------> closing ----------> closed
    ///    |                                |                  ^
    ///    |  peerClosed: send the answer   |  peerBroke       |
    ///    +--------------------------------+------------------+
    ///    |  peerBroke: send close                            |
    ///    +---------------------------------------------------+
    /// ```
    ///
    /// So at most one close frame is ever sent, and nothing after it: `open` is the only state that sends. In
    /// `closing` the peer's frames are still read, for its close is among them, but its messages are dropped
    /// and its pings get no answer. In `closed` nothing is read. How long `closing` may last is the owner's
    /// to say, and the owner ends the TCP connection in `closed` once the output is sent.
    public enum State: Sendable {
        case open
        /// Our close was put in the output; the peer's is awaited.
        case closing
        /// The peer's close came, or the peer broke the protocol.
        case closed

        /// What a transition makes us do.
        enum Action: Sendable {
            case nothing, sendClose
        }

        /// We want to close.
        mutating func ask() -> Action {
            switch self {
            case .open:
                self = .closing
                return .sendClose
            case .closing, .closed:
                return .nothing
            }
        }

        /// The peer's close frame came: it answers ours, or wants an answer.
        mutating func peerClosed() -> Action { close() }

        /// The peer broke the protocol, RFC 6455 section 7.1.7: we say so, unless we have said our last word.
        mutating func peerBroke() -> Action { close() }

        private mutating func close() -> Action {
            defer { self = .closed }
            switch self {
            case .open: return .sendClose
            case .closing, .closed: return .nothing
            }
        }
    }
}
