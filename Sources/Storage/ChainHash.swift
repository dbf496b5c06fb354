internal import COpenSSL
internal import HubProtocol

/// A link of the chain that makes a log verifiable: the hash of everything up to an op.
///
/// Before the first op it is SHA-256 of `chatos log` and the epoch. After an op it is SHA-256 of, in this
/// order: the link before; seq (u64); at (i64, milliseconds); length (u32) and bytes of the participant's id;
/// length (u32) and bytes of the author's name; SHA-256 of the payload. Numbers are big-endian, lengths count
/// bytes, texts are UTF-8. The payload enters by its hash alone, so that an erased one breaks nothing. It
/// does not keep or read the log.
struct ChainHash: Hashable, Sendable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The link before the first op.
    init(epoch: String, by digest: SHA256) {
        bytes = digest.hash(Array("chatos log".utf8) + Array(epoch.utf8))
    }

    /// The link before the first op that a compaction left, see PROTOCOL.md [HC4].
    init(
        former: [UInt8], seq: Seq, at: Int64, state: [UInt8], documents: [DocumentDigest], by digest: SHA256
    ) {
        var input = HashInput()
        input.add(Array("chatos base".utf8))
        input.add(former)
        input.add(seq.number)
        input.add(at)
        input.add(state)
        for document in documents {
            input.add(document.name.text)
            input.add(document.seq.number)
            input.add(document.hash)
        }
        bytes = digest.hash(input.bytes)
    }

    /// The link of `op`, which comes after this one.
    func next(_ op: LoggedOp, payloadHash: [UInt8], by digest: SHA256) -> ChainHash {
        var input = HashInput()
        input.add(bytes)
        input.add(op.seq, at: op.at, by: op.author, payloadHash: payloadHash)
        return ChainHash(bytes: digest.hash(input.bytes))
    }
}

/// The bytes that a hash of the log is taken of: numbers big-endian, texts with their length before them.
///
/// It does not know what is hashed.
struct HashInput {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(192)
    }

    mutating func add(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ text: String) {
        // Ids and names are far shorter than 4 GiB; the hub bounds them.
        add(UInt32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ author: Author) {
        add(author.id)
        add(author.name)
    }

    /// What a link and a state say of an op ([HC2], [HC5]).
    mutating func add(_ seq: Seq, at: Int64, by author: Author, payloadHash: [UInt8]) {
        add(seq.number)
        add(at)
        add(author)
        add(payloadHash)
    }
}

/// SHA-256 with OpenSSL's context made once, since looking the algorithm up costs more than a small hash.
///
/// It is confined to the thread that uses it.
final class SHA256 {
    private let algorithm: OpaquePointer
    private let context: OpaquePointer

    init() {
        guard let algorithm = EVP_MD_fetch(nil, "SHA256", nil), let context = EVP_MD_CTX_new() else {
            preconditionFailure("OpenSSL has SHA-256, and there is memory for a context")
        }
        self.algorithm = algorithm
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
        EVP_MD_free(algorithm)
    }

    func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { result, count in
            let done =
                EVP_DigestInit_ex2(context, algorithm, nil) == 1
                && EVP_DigestUpdate(context, bytes, bytes.count) == 1
                && EVP_DigestFinal_ex(context, result.baseAddress, nil) == 1
            precondition(done, "a digest in memory can't fail")
            count = 32
        }
    }

    // MARK: In parts

    /// Begins a hash of bytes that come in parts; it may not be mixed with ``hash(_:)``.
    func begin() {
        precondition(EVP_DigestInit_ex2(context, algorithm, nil) == 1, "a digest in memory can't fail")
    }

    func add(_ bytes: [UInt8]) {
        precondition(EVP_DigestUpdate(context, bytes, bytes.count) == 1, "a digest in memory can't fail")
    }

    func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { result, count in
            let done = EVP_DigestFinal_ex(context, result.baseAddress, nil) == 1
            precondition(done, "a digest in memory can't fail")
            count = 32
        }
    }
}
