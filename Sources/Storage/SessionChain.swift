internal import HubProtocol

/// The chain of a session file, computed anew ([SF8]): to hold the file's own against it, or to write one.
///
/// It does not read the file; it is told each op in turn.
struct SessionChain {
    /// The ops that were held against their links, and fit.
    private(set) var checked = 0
    private let digest = SHA256()
    private let base: LogBase?
    private var link: ChainHash
    /// The ops that the base keeps, until the first behind it.
    private var kept: [Kept] = []
    private var isBased: Bool

    private var documents: [DocumentDigest] = []

    /// What the hash of a state says of an op.
    private struct Kept {
        let seq: Seq
        let at: Int64
        let author: Author
        let payloadHash: [UInt8]
    }

    init(origin: String, base: LogBase?) {
        self.base = base
        isBased = base == nil
        link = ChainHash(epoch: origin, by: digest)
    }

    /// [SF11]: what is left out is not looked at.
    mutating func skip(to link: ChainLink) {
        lay()
        self.link = ChainHash(bytes: link.bytes)
    }

    /// Goes on behind the op.
    /// - Returns: the link after it; nil for an op that the base keeps, which has none.
    mutating func add(_ seq: Seq, at: Int64, by author: Author, payloadHash: [UInt8]) -> ChainLink? {
        if let base, !isBased, seq <= base.seq {
            kept.append(Kept(seq: seq, at: at, author: author, payloadHash: payloadHash))
            return nil
        }
        lay()
        let op = LoggedOp(
            seq: seq, at: at, author: author, type: "", name: nil, resend: nil, payload: Payload(bytes: []))
        link = link.next(op, payloadHash: payloadHash, by: digest)
        return ChainLink(bytes: link.bytes)
    }

    /// A document that the base has, in the order of the names' bytes.
    mutating func add(_ document: DocumentDigest) {
        documents.append(document)
    }

    /// The same for an op whose payload is there.
    mutating func add(_ op: LoggedOp) -> ChainLink? {
        add(op.seq, at: op.at, by: op.author, payloadHash: digest.hash(op.payload.bytes))
    }

    /// The link behind all that was added.
    var head: [UInt8] {
        mutating get {
            lay()
            return link.bytes
        }
    }

    /// Says in what way an op differs from the link that it carries.
    mutating func check(_ entry: SessionEntry, at: Int64, by author: Author) throws(SessionLineError) {
        let hash =
            switch entry.content {
            case .payload(let payload): digest.hash(payload.bytes)
            case .erased(let erased): erased.hash.bytes
            }
        guard let link = add(entry.seq, at: at, by: author, payloadHash: hash) else {
            guard entry.link == nil else {
                throw SessionLineError("op \(entry.seq.number) is kept by the base, and has a link")
            }
            return
        }
        guard let carried = entry.link else {
            throw SessionLineError("op \(entry.seq.number) has no link, and the header has a chain")
        }
        guard link == carried else {
            throw SessionLineError(
                "the chain breaks at op \(entry.seq.number): it, or what is before it, was changed")
        }
        checked += 1
    }

    /// The chain begins behind the ops that the base keeps.
    private mutating func lay() {
        guard let base, !isBased else { return }
        isBased = true
        let hash = StateHash()
        hash.begin(seq: base.seq, current: kept.count)
        for op in kept { hash.add(op.seq, at: op.at, by: op.author, payloadHash: op.payloadHash) }
        let state = hash.finish(present: base.present)
        kept = []
        link = ChainHash(
            former: base.formerLink, seq: base.seq, at: base.at, state: state, documents: documents,
            by: digest)
        documents = []
    }
}
