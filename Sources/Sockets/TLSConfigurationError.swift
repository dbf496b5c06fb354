import COpenSSL

/// Why a certificate, a key or a file of trusted certificates can't be used, in words for whoever named the
/// file.
///
/// It is about this side's own files; what a peer does wrong is a ``TLSFailure``.
public struct TLSConfigurationError: Error, Equatable, CustomStringConvertible {
    public let description: String

    /// Takes the reason from OpenSSL's queue.
    static func last(_ what: String) -> TLSConfigurationError {
        let queue = TLSErrorQueue.takeAll()
        return TLSConfigurationError(description: "can't use \(what): \(reason(of: queue))")
    }

    /// The system's word where there is one: that the file is missing says more than that it could not be
    /// parsed.
    static func reason(of queue: [TLSErrorQueue.Entry]) -> String {
        guard let entry = queue.first(where: { $0.library == ERR_LIB_SYS }) ?? queue.first else {
            return "OpenSSL gives no reason"
        }
        if queue.contains(where: { $0.library == ERR_LIB_PEM && $0.reason == PEM_R_BAD_PASSWORD_READ }) {
            return "it is encrypted; give one without a passphrase"
        }
        let hasNoBlock = entry.library == ERR_LIB_PEM && entry.reason == PEM_R_NO_START_LINE
        // A key is looked for by OpenSSL's decoders, which only know that none of them could use the file.
        if hasNoBlock || entry.library == ERR_LIB_OSSL_DECODER {
            return "it holds no PEM block of that kind"
        }
        return entry.text
    }
}
