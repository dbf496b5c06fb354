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
        let digits = Array("0123456789abcdef".utf8)
        // Half of the digest: far more than tells apart the versions of one file.
        let hex = digest.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        text = "\"\(String(decoding: hex, as: UTF8.self))\""
    }

    /// Whether one of the tags in `If-None-Match` is this one, by the weak comparison (RFC 9110 13.1.2).
    func matches(anyOf members: [String]) -> Bool {
        members.contains { $0 == "*" || $0 == text || $0 == "W/" + text }
    }
}
