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
        /// Under whose ids the update writes what was not known.
        public internal(set) var writers: [ClientID] = []

        public init(
            reply: SyncMessage? = nil, toAll: SyncMessage? = nil, update: [UInt8]? = nil,
            applied: AppliedUpdate? = nil, writers: [ClientID] = []
        ) {
            self.reply = reply
            self.toAll = toAll
            self.update = update
            self.applied = applied
            self.writers = writers
        }

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
        /// How many items the document may pass at once in looking for the places of what a connection
        /// writes, and how many more each second: some tens of milliseconds, and a hundredth of a processor.
        /// Who types has it pass hardly any.
        public var steps = 20_000_000
        public var stepsPerSecond = 5_000_000
        /// How many structs a document may be made of before nothing more is taken: of 64 bytes each, and
        /// with what one message adds fewer than an update may delete. A text of some megabytes has as many.
        public var structs = 750_000

        public init() {}
    }

    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// The bytes are wrong.
        case invalid(UpdateError)
        /// Only readers may be here, and this would have changed the document.
        case readOnly
        case tooManyAwarenessClients(limit: Int)
        case tooManyWriters(limit: Int)
        /// Somebody else who is here writes under that id.
        case foreignWriter(ClientID)
        case tooExpensive
        /// The document keeps as much as it can of what waits for others; nothing of this.
        case tooMuchWaits

        public var description: String {
            switch self {
            case .invalid(let error): error.description
            case .readOnly: "the document can only be read"
            case .tooManyAwarenessClients(let limit): "more than \(limit) awareness clients of one connection"
            case .tooManyWriters(let limit): "more than \(limit) new writers of one connection"
            case .foreignWriter(let client): "the client id \(client) is somebody else's"
            case .tooExpensive: "finding the places of what was written has taken too long; try again later"
            case .tooMuchWaits: "too much waits already for what is not there; sync first"
            }
        }
    }

    public let limits: Limits
    public var canWrite: Bool
    /// Of whom this connection has said that they are there.
    public private(set) var awarenessClients: Set<ClientID> = []
    private var newWriters: Set<ClientID> = []
    private var budget: StepBudget
    private let origin: AnyHashable?

    /// - Parameter origin: what the document is told of who edits.
    public init(canWrite: Bool = true, origin: AnyHashable? = nil, limits: Limits = Limits()) {
        self.canWrite = canWrite
        self.origin = origin
        self.limits = limits
        budget = StepBudget(limits)
    }

    /// What a new connection is sent: what the document has, so that it sends the rest; and who is there.
    public func opening(_ doc: YDoc, _ awareness: Awareness) -> [SyncMessage] {
        let first = SyncMessage.syncStep1(doc.stateVector)
        return awareness.states.isEmpty ? [first] : [first, .awareness(awareness.encodeAll())]
    }

    /// Applies a message. One that is refused has changed nothing.
    ///
    /// - Parameter isForeign: whether an id is somebody else's, so that nothing new may be written under it.
    public mutating func receive(
        _ bytes: [UInt8], _ doc: YDoc, _ awareness: inout Awareness, atMs nowMs: Int64,
        isForeign: (ClientID) -> Bool = { _ in false }
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
        case .syncStep2(let update), .update(let update):
            return try apply(update, doc, nowMs, isForeign)
        case .awareness(let update): return try apply(update, &awareness, nowMs)
        case .queryAwareness: return Outcome(reply: .awareness(awareness.encodeAll()))
        // What a server says to a client means nothing the other way.
        case .permissionDenied: return Outcome()
        }
    }

    private mutating func apply(
        _ update: [UInt8], _ doc: YDoc, _ nowMs: Int64, _ isForeign: (ClientID) -> Bool
    ) throws(Refusal) -> Outcome {
        let summary = try SyncPeer.checked { () throws(UpdateError) in
            try UpdateSummary(of: update, limits: doc.limits)
        }
        // A reader's client answers the opening with what it has, which is nothing new.
        if doc.knows(summary) { return Outcome() }
        guard canWrite else { throw .readOnly }
        let writers = summary.clocks.filter { $0.value.upperBound > doc.clock(of: $0.key) }.map(\.key)
        if let foreign = writers.first(where: isForeign) { throw .foreignWriter(foreign) }
        let new = newWriters.union(writers.filter { doc.clock(of: $0) == 0 })
        guard new.count <= limits.newWriters else { throw .tooManyWriters(limit: limits.newWriters) }
        guard !doc.hasMore(structsThan: limits.structs) else {
            throw .invalid(.tooManyStructs(limit: limits.structs))
        }
        guard budget.isLeft(atMs: nowMs) else { throw .tooExpensive }
        let before = doc.steps
        let applied = try SyncPeer.checked { () throws(UpdateError) in
            try doc.apply(update, origin: origin)
        }
        budget.spend(doc.steps - before)
        if applied.isCutShort, !applied.isKept, !applied.didChange { throw .tooMuchWaits }
        newWriters = new
        return Outcome(update: update, applied: applied, writers: writers)
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
