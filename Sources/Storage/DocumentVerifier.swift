internal import HubProtocol
internal import SQLite

/// Makes the states of a room's documents once more and compares them with the stored ones.
///
/// It holds one document at a time. It does not look at the ops as ops: the log's verifier does.
struct DocumentVerifier {
    private let queries: LogQueries
    private let room: RoomID
    /// Where the log's beginning was dropped: the states there are what the chain starts from.
    private let base: Seq
    private let digest = SHA256()

    init(_ room: RoomID, _ queries: LogQueries, base: Seq) {
        self.room = room
        self.queries = queries
        self.base = base
    }

    /// The documents that the chain starts from; nil if one of them has not the hash that is kept beside it,
    /// or lies there twice.
    func verifyBase() throws(SQLiteError) -> [DocumentDigest]? {
        let digests = try queries.documentDigests(of: room, upTo: base)
        for (index, found) in digests.enumerated() {
            guard index == 0 || digests[index - 1].name != found.name,
                let stored = try queries.storedDocument(found.name, of: room, upTo: base),
                hasHash(stored)
            else { return nil }
        }
        return digests
    }

    /// The first fault in all documents, and how many documents there are.
    func verify() throws(SQLiteError) -> (documents: Int, fault: LogFault?) {
        var count = 0
        var first: LogFault?
        var after = ""
        while let name = try queries.nextDocument(of: room, after: after) {
            after = name.text
            count += 1
            guard let fault = try verify(name) else { continue }
            if fault.seq < first?.seq ?? .max { first = fault }
        }
        return (count, first)
    }

    private func verify(_ name: DocumentName) throws(SQLiteError) -> LogFault? {
        let replay = try queries.startOfReplay(name, of: room, upTo: base)
        var next = try queries.storedDocument(name, of: room, after: base)
        while true {
            var fault: LogFault?
            try queries.eachUpdate(of: name, room, after: replay.seq, upTo: next?.0.seq ?? .max) { update in
                guard let wrong = replay.apply(update.update, at: update.seq), fault == nil else { return }
                let what = "its update of the document '\(name.text)' can't be applied: \(wrong)"
                fault = LogFault(seq: update.seq, what: what)
            }
            if let fault { return fault }
            guard let (stored, version) = next else { return nil }
            guard replay.seq == stored.seq else {
                return LogFault(
                    seq: stored.seq, what: "there is a state of the document '\(name.text)', and no update")
            }
            guard hasHash(stored), version != StoredDocument.version || stored.state == replay.state else {
                return LogFault(
                    seq: stored.seq,
                    what: "the state of the document '\(name.text)' is not what its updates come to")
            }
            next = try queries.storedDocument(name, of: room, after: stored.seq)
        }
    }

    /// A state that was left out is known by its hash alone.
    private func hasHash(_ stored: StoredDocument) -> Bool {
        if stored.state.isEmpty { return stored.seq <= base && stored.hash.count == ChainLink.length }
        return digest.hash(stored.state) == stored.hash
    }
}
