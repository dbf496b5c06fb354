/// Why a connection ends, RFC 6455 section 7.4 and the registry it began.
///
/// Any number is a value; only those with ``isValidOnWire`` may stand in a close frame.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let normalClosure = CloseCode(rawValue: 1000)
    public static let goingAway = CloseCode(rawValue: 1001)
    public static let protocolError = CloseCode(rawValue: 1002)
    public static let unsupportedData = CloseCode(rawValue: 1003)
    /// Stands for a close frame without a code; never sent.
    public static let noStatusReceived = CloseCode(rawValue: 1005)
    /// Stands for a connection that ended without a close frame; never sent.
    public static let abnormalClosure = CloseCode(rawValue: 1006)
    public static let invalidFramePayloadData = CloseCode(rawValue: 1007)
    public static let policyViolation = CloseCode(rawValue: 1008)
    public static let messageTooBig = CloseCode(rawValue: 1009)
    public static let mandatoryExtension = CloseCode(rawValue: 1010)
    public static let internalError = CloseCode(rawValue: 1011)
    public static let serviceRestart = CloseCode(rawValue: 1012)
    public static let tryAgainLater = CloseCode(rawValue: 1013)
    public static let badGateway = CloseCode(rawValue: 1014)
    /// Stands for a failed TLS handshake; never sent.
    public static let tlsHandshake = CloseCode(rawValue: 1015)

    /// Whether a close frame may carry the code: 1004 to 1006 and 1015 are reserved to mean what no frame
    /// said, 1016 to 2999 wait for later RFCs, and 3000 to 4999 belong to libraries and applications.
    public var isValidOnWire: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
