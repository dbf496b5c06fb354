internal import COpenSSL
public import HubProtocol

/// A hub's key, with which it says that a log's head is its own: Ed25519 (RFC 8032).
///
/// It proves that whoever holds the data folder said so, and nothing about when ([HC7]).
public final class SigningKey {
    private let key: OpaquePointer

    /// In the database's secrets.
    static let secretName = "signing key"
    static let length = 32

    /// Nil when `seed` has not 32 bytes.
    public init?(seed: [UInt8]) {
        guard seed.count == SigningKey.length,
            let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
        else { return nil }
        self.key = key
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// 32 bytes, for whoever checks.
    public var publicKey: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SigningKey.length) { bytes, count in
            count = SigningKey.length
            let done = EVP_PKEY_get_raw_public_key(key, bytes.baseAddress, &count) == 1
            precondition(done && count == SigningKey.length, "an Ed25519 key has a public half")
        }
    }

    /// 64 bytes.
    public func signature(of message: [UInt8]) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("there is memory for a context") }
        defer { EVP_MD_CTX_free(context) }
        return [UInt8](unsafeUninitializedCapacity: 64) { bytes, count in
            count = 64
            let done =
                EVP_DigestSignInit(context, nil, nil, nil, key) == 1
                && EVP_DigestSign(context, bytes.baseAddress, &count, message, message.count) == 1
            precondition(done && count == 64, "signing in memory can't fail")
        }
    }

    /// Whether the holder of that key signed the message.
    public static func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard publicKey.count == length,
            let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
        else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}

/// A log's head as its hub signed it ([HC7]).
public struct SignedHead: Hashable, Sendable {
    /// The epoch that the chain starts from.
    public let origin: String
    public let seq: Seq
    /// The link of the op at `seq`.
    public let link: [UInt8]
    public let publicKey: [UInt8]
    public let signature: [UInt8]

    public init(origin: String, seq: Seq, link: [UInt8], publicKey: [UInt8], signature: [UInt8]) {
        self.origin = origin
        self.seq = seq
        self.link = link
        self.publicKey = publicKey
        self.signature = signature
    }

    init(origin: String, seq: Seq, link: [UInt8], by key: SigningKey) {
        let message = SignedHead.message(origin: origin, seq: seq, link: link)
        self.init(
            origin: origin, seq: seq, link: link, publicKey: key.publicKey,
            signature: key.signature(of: message))
    }

    /// Whether the signature is that of the key that comes with it. Whose key that is, the reader must know.
    public var isValid: Bool {
        let message = SignedHead.message(origin: origin, seq: seq, link: link)
        return SigningKey.isValid(signature, of: message, by: publicKey)
    }

    private static func message(origin: String, seq: Seq, link: [UInt8]) -> [UInt8] {
        var input = HashInput()
        input.add(Array("chatos head".utf8))
        input.add(origin)
        input.add(seq.number)
        input.add(link)
        return input.bytes
    }
}
