public import YCRDT

/// One connection to a document, seen from the side that has the document: what it says is applied and
/// answered.
///
/// It owns neither the document nor the connection. What it returns is sent by whoever has them.
public struct SyncPeer {
    /// What is to be done after a message.
    public struct Outcome: Hashable, Sendable {
        /// To the one who sent it.
        public internal(set) var reply: SyncMessage?
        /// To everyone at the document, the sender too: a stock client leaves when it hears nothing for
        /// thirty seconds, and what it gets back of its own it knows already.
        public internal(set) var toAll: SyncMessage?
        /// To the others: an update that changed the document, as it came. It is what is logged.
        public internal(set) var update: [UInt8]?
        public internal(set) var applied: AppliedUpdate?

        /// Whether nothing is to be done.
        public var isEmpty: Bool { self == Outcome() }
    }

    /// What a connection may do to a document and to the others.
    public struct Limits: Sendable {
        /// Under how many ids a connection may say that someone is there. A page has one for each document.
        public var awarenessClients = 16
        /// How many ids that nobody knew may write through one connection. One that was offline brings those
        /// of its earlier sessions, and of whom it met meanwhile.
        public var newWriters = 256

        public init() {}
    }

    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// The bytes are wrong.
        case invalid(UpdateError)
        /// Only readers may be here, and this would have changed the document.
        case readOnly
        case tooManyAwarenessClients(limit: Int)
        case tooManyWriters(limit: Int)

        public var description: String {
            switch self {
            case .invalid(let error): error.description
            case .readOnly: "the document can only be read"
            case .tooManyAwarenessClients(let limit): "more than \(limit) awareness clients of one connection"
            case .tooManyWriters(let limit): "more than \(limit) new writers of one connection"
            }
        }
    }

    public let limits: Limits
    public var canWrite: Bool
    /// Of whom this connection has said that they are there.
    public private(set) var awarenessClients: Set<ClientID> = []
    private var newWriters: Set<ClientID> = []
    private let origin: AnyHashable?

    /// - Parameter origin: what the document is told of who edits.
    public init(canWrite: Bool = true, origin: AnyHashable? = nil, limits: Limits = Limits()) {
        self.canWrite = canWrite
        self.origin = origin
        self.limits = limits
    }

    /// What a new connection is sent: what the document has, so that it sends the rest; and who is there.
    public func opening(_ doc: YDoc, _ awareness: Awareness) -> [SyncMessage] {
        let first = SyncMessage.syncStep1(doc.stateVector)
        return awareness.states.isEmpty ? [first] : [first, .awareness(awareness.encodeAll())]
    }

    /// Applies a message. One that is refused has changed nothing.
    public mutating func receive(
        _ bytes: [UInt8], _ doc: YDoc, _ awareness: inout Awareness, atMs nowMs: Int64
    ) throws(Refusal) -> Outcome {
        let message: SyncMessage
        do throws(UpdateError) {
            message = try SyncMessage(decoding: bytes, limits: doc.limits)
        } catch {
            throw .invalid(error)
        }
        switch message {
        case .syncStep1(let vector):
            return Outcome(reply: .syncStep2(doc.encodeStateAsUpdate(from: vector)))
        case .syncStep2(let update), .update(let update): return try apply(update, doc)
        case .awareness(let update): return try apply(update, &awareness, nowMs)
        case .queryAwareness: return Outcome(reply: .awareness(awareness.encodeAll()))
        // What a server says to a client means nothing the other way.
        case .permissionDenied: return Outcome()
        }
    }

    private mutating func apply(_ update: [UInt8], _ doc: YDoc) throws(Refusal) -> Outcome {
        let summary = try SyncPeer.checked { () throws(UpdateError) in
            try UpdateSummary(of: update, limits: doc.limits)
        }
        // A reader's client answers the opening with what it has, which is nothing new.
        if doc.knows(summary) { return Outcome() }
        guard canWrite else { throw .readOnly }
        let writers = newWriters.union(summary.clocks.keys.filter { doc.clock(of: $0) == 0 })
        guard writers.count <= limits.newWriters else { throw .tooManyWriters(limit: limits.newWriters) }
        let applied = try SyncPeer.checked { () throws(UpdateError) in
            try doc.apply(update, origin: origin)
        }
        newWriters = writers
        return Outcome(update: update, applied: applied)
    }

    private mutating func apply(_ update: [UInt8], _ awareness: inout Awareness, _ nowMs: Int64)
        throws(Refusal) -> Outcome
    {
        let clients = try SyncPeer.checked { () throws(UpdateError) in
            try Awareness.clients(in: update, limits: awareness.limits)
        }
        // Stock clients send on what they hear of others. That is known by then, and says nothing of who is
        // here.
        let states = awareness.states
        let own = awarenessClients.union(clients.filter { states[$0] == nil })
        guard own.count <= limits.awarenessClients else {
            throw .tooManyAwarenessClients(limit: limits.awarenessClients)
        }
        let change = try SyncPeer.checked { () throws(UpdateError) in
            try awareness.apply(update, removable: awarenessClients, atMs: nowMs)
        }
        awarenessClients.formUnion(change.added)
        awarenessClients.subtract(change.removed)
        if change.isEmpty { return Outcome() }
        return Outcome(toAll: .awareness(awareness.encode(change.clients)))
    }

    /// The connection has gone: those that it said were there have gone too. Nil if there were none.
    public mutating func close(_ awareness: inout Awareness, atMs nowMs: Int64) -> SyncMessage? {
        let gone = awareness.remove(awarenessClients.sorted(), atMs: nowMs)
        awarenessClients.removeAll()
        return gone.isEmpty ? nil : .awareness(awareness.encode(gone))
    }

    private static func checked<Value>(_ body: () throws(UpdateError) -> Value) throws(Refusal) -> Value {
        do throws(UpdateError) {
            return try body()
        } catch {
            throw .invalid(error)
        }
    }
}
