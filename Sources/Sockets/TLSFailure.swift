import COpenSSL

/// Why a TLS connection is of no more use, in words for whoever runs the program.
///
/// A peer that merely went away is none; that is ``Socket/Transfer/ended``.
public enum TLSFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// A client speaks HTTP without TLS.
    case plainHTTP
    /// What came is no TLS record.
    case notTLS
    /// The peer offers no version from TLS 1.2 on.
    case unsupportedVersion
    /// The two have no cipher, group or signature scheme in common.
    case nothingInCommon(String)
    /// The client offers application protocols, and HTTP/1.1 is not among them.
    case noApplicationProtocol
    /// The peer's certificate is not accepted: OpenSSL's reason.
    case certificateRefused(String)
    /// The peer gave up, with this alert ([RFC 8446 6.2]) and OpenSSL's words for it.
    case alert(UInt8, String)
    /// The peer sent more than a handshake may need, or makes this side answer without reading the answers.
    case tooMuch(String)
    /// Anything else, such as bytes that were changed on their way: OpenSSL's reason.
    case violation(String)

    public var description: String {
        switch self {
        case .plainHTTP: "the client speaks plain HTTP; this port takes only TLS (https:// and wss://)"
        case .notTLS: "the peer does not speak TLS"
        case .unsupportedVersion: "the peer speaks neither TLS 1.2 nor TLS 1.3"
        case .nothingInCommon(let reason): "nothing in common with the peer (\(reason))"
        case .noApplicationProtocol: "the client does not take HTTP/1.1"
        case .certificateRefused(let reason): "the peer's certificate is not accepted: \(reason)"
        case .alert(let code, let reason): "the peer gave up with alert \(code) (\(reason))"
        case .tooMuch(let what): "too much: \(what)"
        case .violation(let reason): "broken off: \(reason)"
        }
    }
}

extension TLSFailure {
    /// The failure that OpenSSL's queue tells of. `verification` is OpenSSL's word on the peer's certificate.
    init(_ queue: [TLSErrorQueue.Entry], verification: Int) {
        guard let entry = queue.first(where: { $0.library == ERR_LIB_SSL }) ?? queue.first else {
            self = .violation("OpenSSL gives no reason")
            return
        }
        guard entry.library == ERR_LIB_SSL else {
            self = .violation(entry.text)
            return
        }
        switch entry.reason {
        case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST: self = .plainHTTP
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_PACKET_LENGTH_TOO_LONG, SSL_R_UNKNOWN_PROTOCOL: self = .notTLS
        case SSL_R_UNSUPPORTED_PROTOCOL: self = .unsupportedVersion
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SHARED_GROUPS,
            SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS:
            self = .nothingInCommon(entry.text)
        case SSL_R_NO_APPLICATION_PROTOCOL: self = .noApplicationProtocol
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            self = .certificateRefused(String(cString: X509_verify_cert_error_string(verification)))
        default:
            let alert = UInt8(exactly: entry.reason - SSL_AD_REASON_OFFSET)
            self = alert.map { .alert($0, entry.text) } ?? .violation(entry.text)
        }
    }
}
