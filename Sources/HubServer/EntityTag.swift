import Bytes
import COpenSSL
import HubProtocol

/// A strong entity tag: the same for the same bytes, on every machine and after every restart.
///
/// It does not depend on when or where the bytes were stored.
struct EntityTag: Equatable {
    /// With its quotes, as it stands in `ETag`.
    let text: String

    /// For content that is named by what it holds.
    init(named name: AssetHash) {
        text = "\"\(name.text)\""
    }

    init(of content: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        let status = EVP_Digest(content, content.count, &digest, &count, EVP_sha256(), nil)
        precondition(status == 1, "SHA-256 is part of every OpenSSL")
        // Half of the digest: far more than tells apart the versions of one file.
        text = "\"\(Hex.encode(digest.prefix(16)))\""
    }

    /// Whether one of the tags in `If-None-Match` is this one, by the weak comparison (RFC 9110 13.1.2).
    func matches(anyOf members: [String]) -> Bool {
        members.contains { $0 == "*" || $0 == text || $0 == "W/" + text }
    }
}
