import HubClient
import HubProtocol
import YCRDT
import YSync

/// One author of a session in the room that it is played into: a quiet connection, and what is under way on
/// it.
///
/// It waits for nothing; whoever plays reads the connections and then has it take what came.
final class Performer {
    /// What was sent and is not answered yet.
    private struct Sent {
        enum Answer {
            /// An envelope with these bytes, which are without white space around them.
            case op([UInt8])
            /// An envelope that the hub makes up.
            case presence
            /// A roll call's answer, which says that all before it has been done.
            case rollcall
        }

        let seq: Seq
        let answer: Answer

        var size: Int {
            switch answer {
            case .op(let bytes): bytes.count
            case .presence, .rollcall: 0
            }
        }
    }

    /// An op that the hub did not take.
    struct Refusal {
        let error: ProtocolError
        /// Nil while it is not clear which it was.
        var seq: Seq?
    }

    /// As the file has it.
    let author: Author
    let connection: RoomConnection
    /// Proves to the hub that a later connection is the same participant.
    let token: String
    private let you: ExactAuthor
    private(set) var isReady = false
    private(set) var refusal: Refusal?
    private var sent: [Sent] = []
    private var sentBytes = 0
    private var ids: Set<[UInt8]> = []
    /// Those that it has open.
    private var documents: Set<DocumentName> = []

    /// Ops under way at most: enough to fill a commit, few enough to stay below what the hub holds for one
    /// member.
    private static let window = 256
    /// Their bytes at most: as many come back on each of the other connections before those are read.
    private static let windowBytes = 1 << 20
    /// A hub recognises re-sends among so many ops; beyond it an id may be used again.
    private static let idsMax = 10_000

    init(_ author: Author, _ connection: RoomConnection, _ welcome: Welcome) {
        self.author = author
        self.connection = connection
        token = welcome.token
        you = ExactAuthor(welcome.you)
    }

    var isSettled: Bool { sent.isEmpty && isReady }

    var hasRoom: Bool { isReady && sent.count < Performer.window && sentBytes < Performer.windowBytes }

    /// Whether the hub would take an op with this id for a re-send, or has to keep too many apart: the author
    /// must go on over a connection of another `client` ([ID4]).
    func isUsedUp(for id: String) -> Bool {
        ids.contains(Array(id.utf8)) || ids.count >= Performer.idsMax
    }

    func send(_ payload: Payload, id: String?, seq: Seq) throws(HubClientError) {
        if let id { ids.insert(Array(id.utf8)) }
        try send(payload.bytes, Sent(seq: seq, answer: .op(Performer.trimmed(payload.bytes))))
    }

    /// Sends an update of a document, which the hub logs as it is if nothing else is under way.
    func send(_ update: DocumentOp, seq: Seq) throws(HubClientError) {
        if documents.insert(update.name).inserted {
            let opening = SyncMessage.syncStep1(StateVector()).encoded()
            try connection.send(DocumentMessage(name: update.name, body: opening))
        }
        let entry = Sent(seq: seq, answer: .op(update.payload.bytes))
        sent.append(entry)
        sentBytes += entry.size
        let body = SyncMessage.update(update.update).encoded()
        try connection.send(DocumentMessage(name: update.name, body: body))
    }

    /// White space around an op is the sender's, but within an envelope it can't be told from the envelope's
    /// own.
    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        guard let first = bytes.first, let last = bytes.last, isSpace(first) || isSpace(last) else {
            return bytes
        }
        return Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }

    /// Says that the author is there or gone.
    ///
    /// - Parameter isLogged: whether it is the participant's first or last connection, of which the hub makes
    ///   an op.
    func announce(_ present: Bool, isLogged: Bool, seq: Seq) throws(HubClientError) {
        let message = ClientMessageEncoder.announce(present: present)
        if isLogged {
            try send(message, Sent(seq: seq, answer: .presence))
        } else {
            try connection.send(message)
            try send(Array(#"{"type":"rollcall"}"#.utf8), Sent(seq: seq, answer: .rollcall))
        }
    }

    private func send(_ message: [UInt8], _ entry: Sent) throws(HubClientError) {
        sent.append(entry)
        sentBytes += entry.size
        try connection.send(message)
    }

    /// Takes all that the connection has read.
    func takeAll() throws(HubClientError) {
        while let message = try connection.next() {
            switch message {
            case .ready: isReady = true
            case .error(let error): refuse(error)
            // Before `ready` come ops of the past, which may be the author's own too.
            case .envelope(let envelope) where isReady && ExactAuthor(envelope.author) == you:
                try acknowledge(envelope)
            case .envelope, .welcome, .reset, .done, .document: continue
            }
        }
    }

    private func acknowledge(_ envelope: Envelope) throws(HubClientError) {
        while let first = sent.first {
            sent.removeFirst()
            sentBytes -= first.size
            switch first.answer {
            case .op(let bytes) where envelope.seq != nil && bytes == envelope.payload.bytes: return
            case .presence where envelope.seq != nil: return
            case .rollcall where envelope.seq == nil: return
            // The hub answers in order, so what it passes over is what it refused.
            case .op, .presence, .rollcall:
                guard refusal != nil, refusal?.seq == nil else {
                    throw .broken("it acknowledged another op than that with the seq \(first.seq.number)")
                }
                refusal?.seq = first.seq
            }
        }
    }

    private func refuse(_ error: ProtocolError) {
        guard refusal == nil else { return }
        refusal = Refusal(error: error, seq: nil)
    }

    /// Which op was refused, once all others have been acknowledged; nil while that is open.
    var refused: (seq: Seq, error: ProtocolError)? {
        guard let refusal else { return nil }
        if let seq = refusal.seq { return (seq, refusal.error) }
        return sent.count == 1 ? (sent[0].seq, refusal.error) : nil
    }
}

/// An author by the bytes of id and name: Swift's own comparison takes some that differ for the same.
struct ExactAuthor: Hashable {
    let id: [UInt8]
    let name: [UInt8]

    init(_ author: Author) {
        id = Array(author.id.utf8)
        name = Array(author.name.utf8)
    }
}
