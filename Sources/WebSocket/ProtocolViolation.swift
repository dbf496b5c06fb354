/// A peer's mistake: the close code that names it, and a few words for the close frame and the log.
///
/// Our own mistakes are preconditions, never this.
struct ProtocolViolation: Error {
    let code: CloseCode
    let message: String

    /// The peer broke RFC 6455.
    static func broken(_ message: String) -> ProtocolViolation {
        ProtocolViolation(code: .protocolError, message: message)
    }

    static let notUTF8 = ProtocolViolation(code: .invalidFramePayloadData, message: "text is not UTF-8")
}
