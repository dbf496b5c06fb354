internal import Bytes
internal import COpenSSL

/// What RFC 6455 section 4.2.2 makes of a key to prove that a server understood it. No secret is in it.
enum HandshakeDigest {
    private static let guid: StaticString = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The base64 of the SHA-1 of `key`, as the header had it, and the RFC's GUID.
    static func acceptValue(for key: String) -> String {
        var key = key
        let count = key.utf8.count + guid.utf8CodeUnitCount
        return withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { text in
            key.withUTF8 { text.copyBytes(from: $0) }
            let rest = UnsafeMutableRawBufferPointer(rebasing: text[key.utf8.count...])
            guid.withUTF8Buffer { rest.copyBytes(from: $0) }
            return sha1(UnsafeRawBufferPointer(text)) { Base64.encode($0) }
        }
    }

    /// Looked up once: OpenSSL searches its providers for what `EVP_sha1` names, each time anew.
    private struct Algorithm: @unchecked Sendable {
        let digest = EVP_MD_fetch(nil, "SHA1", nil)
    }

    private static let algorithm = Algorithm()

    private static func sha1<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digest in
            let done = EVP_Digest(
                bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm.digest, nil)
            precondition(done == 1, "OpenSSL has no SHA-1")
            return body(UnsafeRawBufferPointer(digest))
        }
    }
}
