public import YCRDT

/// Who is at a document, and the state - name, caret and so on - that each says of itself.
///
/// It reads no clock: what happens, happens at a time that is told. States are JSON that it does not look
/// into.
public struct Awareness: Sendable {
    /// What an update has changed. All three are to be told to others, `renewed` so that they keep what they
    /// have.
    public struct Change: Hashable, Sendable {
        public internal(set) var added: [ClientID] = []
        /// Those with another state than before.
        public internal(set) var updated: [ClientID] = []
        /// Those that said the same again.
        public internal(set) var renewed: [ClientID] = []
        public internal(set) var removed: [ClientID] = []

        public var isEmpty: Bool { added.isEmpty && updated.isEmpty && renewed.isEmpty && removed.isEmpty }
        public var clients: [ClientID] { added + updated + renewed + removed }
    }

    private struct Entry {
        var clock: UInt64
        /// Nil once it has gone; the clock is kept for a while, so that what is late doesn't bring it back.
        var state: [UInt8]?
        var changedMs: Int64
    }

    /// The client that is here, whose state nobody else may take away.
    public let localClient: ClientID?
    public let limits: AwarenessLimits
    private var entries: [ClientID: Entry] = [:]
    private var totalBytes = 0

    public init(localClient: ClientID? = nil, limits: AwarenessLimits = AwarenessLimits()) {
        self.localClient = localClient
        self.limits = limits
    }

    /// The JSON that each says of itself.
    public var states: [ClientID: [UInt8]] { entries.compactMapValues(\.state) }

    /// Sets the state of the client that is here; nil when it goes. Returns the update for others.
    public mutating func setLocalState(_ json: [UInt8]?, atMs nowMs: Int64) -> [UInt8] {
        guard let localClient else { return encode([]) }
        set(localClient, json, clock: entries[localClient].map { $0.clock + 1 } ?? 0, nowMs)
        return encode([localClient])
    }

    /// Takes over what is newer than what is known.
    ///
    /// - Parameter removable: whose states the sender may take away; nil for anyone's.
    /// - Throws: what is wrong with the update, or that it is more than is kept; then nothing is taken over.
    public mutating func apply(_ update: [UInt8], removable: Set<ClientID>? = nil, atMs nowMs: Int64)
        throws(UpdateError) -> Change
    {
        var change = Change()
        let news = try Awareness.read(update, limits)
        try requireRoom(for: news)
        for new in news {
            let known = entries[new.client]
            let clock = known?.clock ?? 0
            let isRemoval = clock == new.clock && new.state == nil && known?.state != nil
            guard clock < new.clock || isRemoval else { continue }
            if new.state == nil, let removable, !removable.contains(new.client) { continue }
            if new.state == nil, new.client == localClient, let own = known?.state {
                // Someone took us for gone: a newer clock says that we are not.
                set(new.client, own, clock: new.clock + 1, nowMs)
                change.renewed.append(new.client)
                continue
            }
            set(new.client, new.state, clock: new.clock, nowMs)
            note(new.client, before: known?.state, now: new.state, &change)
        }
        return change
    }

    private func note(_ client: ClientID, before: [UInt8]?, now: [UInt8]?, _ change: inout Change) {
        switch (before, now) {
        case (nil, nil): break
        case (nil, _?): change.added.append(client)
        case (_?, nil): change.removed.append(client)
        case (let before?, let now?):
            if before == now { change.renewed.append(client) } else { change.updated.append(client) }
        }
    }

    /// Removes the states of clients that have gone. Returns those that had one.
    @discardableResult
    public mutating func remove(_ clients: some Sequence<ClientID>, atMs nowMs: Int64) -> [ClientID] {
        clients.filter { client in
            guard let entry = entries[client], entry.state != nil else { return false }
            set(client, nil, clock: entry.clock, nowMs)
            return true
        }
    }

    /// Removes what was not renewed in time. Returns whose state went.
    public mutating func expire(atMs nowMs: Int64) -> [ClientID] {
        let old = entries.filter { $0.key != localClient && nowMs - $0.value.changedMs >= limits.timeoutMs }
        for (client, entry) in old where entry.state == nil { entries[client] = nil }
        return remove(old.filter { $0.value.state != nil }.keys.sorted(), atMs: nowMs)
    }

    /// The update that tells of some clients: of those that have gone, that.
    public func encode(_ clients: [ClientID]) -> [UInt8] {
        let known = clients.filter { entries[$0] != nil }
        var writer = ByteWriter()
        writer.number(known.count)
        for client in known {
            guard let entry = entries[client] else { continue }
            writer.number(client)
            writer.number(entry.clock)
            writer.counted(entry.state ?? Array("null".utf8))
        }
        return writer.bytes
    }

    /// The update that tells of all that are there.
    public func encodeAll() -> [UInt8] {
        encode(entries.filter { $0.value.state != nil }.keys.sorted())
    }

    private mutating func set(_ client: ClientID, _ state: [UInt8]?, clock: UInt64, _ nowMs: Int64) {
        totalBytes += (state?.count ?? 0) - (entries[client]?.state?.count ?? 0)
        entries[client] = Entry(clock: clock, state: state, changedMs: nowMs)
    }

    // MARK: Reading

    private struct News {
        var client: ClientID
        var clock: UInt64
        var state: [UInt8]?
    }

    private static func read(_ update: [UInt8], _ limits: AwarenessLimits) throws(UpdateError) -> [News] {
        let result = update.withUnsafeBytes { buffer -> Result<[News], UpdateError> in
            do throws(UpdateError) {
                var reader = ByteReader(buffer)
                let news = try read(&reader, limits)
                try reader.requireEnd()
                return .success(news)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func read(_ reader: inout ByteReader, _ limits: AwarenessLimits) throws(UpdateError)
        -> [News]
    {
        let count = try reader.number()
        guard count <= UInt64(limits.clients) else { throw .tooManyClients(limit: limits.clients) }
        var news: [News] = []
        for _ in 0..<count {
            let client = try reader.number()
            let clock = try reader.number()
            let json = try reader.jsonArray()
            guard json.count <= limits.stateBytes else { throw .tooManyBytes(limit: limits.stateBytes) }
            news.append(News(client: client, clock: clock, state: json == Array("null".utf8) ? nil : json))
        }
        return news
    }

    private func requireRoom(for news: [News]) throws(UpdateError) {
        var clients = Set(news.map(\.client))
        clients.subtract(entries.keys)
        guard entries.count + clients.count <= limits.clients else {
            throw .tooManyClients(limit: limits.clients)
        }
        let bytes = news.reduce(totalBytes) { $0 + ($1.state?.count ?? 0) }
        guard bytes <= limits.totalBytes else { throw .tooManyBytes(limit: limits.totalBytes) }
    }

    /// The clients that an update speaks of, for whoever lets a connection speak only of its own.
    public static func clients(in update: [UInt8], limits: AwarenessLimits = AwarenessLimits())
        throws(UpdateError) -> [ClientID]
    {
        try read(update, limits).map(\.client)
    }
}
