public import HubProtocol

/// Why a client can't get into a room or stay there, in words for whoever runs it.
///
/// What the hub says about a single op is no such error; it is the message ``ServerMessage/error(_:)``.
public enum HubClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no address of a room.
    case badAddress(String)
    /// Nobody answers there.
    case unreachable(String)
    /// It took too long; the text says what.
    case timedOut(String)
    /// The answer to the opening handshake was another status than 101.
    case refused(status: Int, message: String)
    /// What answers does not keep to HTTP, RFC 6455 or the room protocol.
    case broken(String)
    /// The hub did not take the `hello`.
    case rejected(ProtocolError)
    /// The hub closed the connection; 1005 stands for a close without a code.
    case closed(code: UInt16, reason: String)
    /// The connection is gone without a close.
    case ended

    public var description: String {
        switch self {
        case .badAddress(let text), .unreachable(let text): text
        case .timedOut(let what): "\(what) took too long"
        case .refused(let status, let message):
            "the hub refused with \(status)" + (message.isEmpty ? "" : ": \(message)")
        case .broken(let what): "what answers is no hub that this program understands: \(what)"
        case .rejected(let error): "the hub did not let us in (\(error.code.rawValue)): \(error.message)"
        case .closed(let code, let reason):
            "the hub closed the connection (\(code))" + (reason.isEmpty ? "" : ": \(reason)")
        case .ended: "the connection to the hub was cut"
        }
    }
}
