internal import COpenSSL

/// What RFC 6455 section 4.2.2 makes of a key to prove that a server understood it. No secret is in it.
enum HandshakeDigest {
    private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The base64 of the SHA-1 of `key`, as the header had it, and the RFC's GUID.
    static func acceptValue(for key: String) -> String {
        Base64.encode(sha1(Array((key + guid).utf8)))
    }

    /// Looked up once: OpenSSL searches its providers for what `EVP_sha1` names, each time anew.
    private struct Algorithm: @unchecked Sendable {
        let digest = EVP_MD_fetch(nil, "SHA1", nil)
    }

    private static let algorithm = Algorithm()

    private static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        let done = EVP_Digest(bytes, bytes.count, &digest, nil, algorithm.digest, nil)
        precondition(done == 1, "OpenSSL has no SHA-1")
        return digest
    }
}
