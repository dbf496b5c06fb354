import Bytes
import COpenSSL

/// Gives out participants' ids with the tokens that prove them, and recognises the tokens again ([ID1]).
///
/// A token is the id and a code over it by the hub's secret (HMAC-SHA-256), so nothing needs to be stored for
/// it.
struct Identity {
    /// The length of the hub's secret in bytes: as long as the digest, which RFC 2104 recommends.
    static let secretLength = 32
    /// 80 random bits: two of a billion participants have the same id once in two million such hubs.
    private static let idBytes = 10
    /// 128 bits of the code: beyond guessing.
    private static let codeBytes = 16

    private let secret: [UInt8]

    init(secret: [UInt8]) {
        self.secret = secret
    }

    /// The participant whose token this is; nil for anything that this hub did not give out.
    func participant(of token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let id = String(parts[0])
        let expected = Array(code(of: id).utf8)
        let given = Array(parts[1].utf8)
        // In constant time, so that a code can't be found byte by byte.
        guard given.count == expected.count, CRYPTO_memcmp(given, expected, expected.count) == 0 else {
            return nil
        }
        return id
    }

    func issue() -> (participant: String, token: String) {
        let id = RandomBytes.hex(Identity.idBytes)
        return (id, "\(id).\(code(of: id))")
    }

    private func code(of id: String) -> String {
        let message = Array("chatos participant \(id)".utf8)
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        let done = HMAC(
            EVP_sha256(), secret, Int32(secret.count), message, message.count, &digest, &length)
        precondition(done != nil && length >= Identity.codeBytes, "OpenSSL has no HMAC-SHA-256")
        return Hex.encode(digest.prefix(Identity.codeBytes))
    }
}

/// Bytes that nobody can guess, and their text.
enum RandomBytes {
    static func hex(_ count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        precondition(RAND_bytes(&bytes, Int32(count)) == 1, "the system has no randomness")
        return Hex.encode(bytes)
    }
}
