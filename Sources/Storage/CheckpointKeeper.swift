internal import HubProtocol
internal import SQLite

/// Which rooms wait for a checkpoint, and the ones that wait to be stored.
///
/// It is confined to the writer's thread. It works only when it is told to, off the way of ops; what is made
/// goes into the next transaction, whoever that is for.
final class CheckpointKeeper {
    private let queries: LogQueries
    private let maintainer: LogMaintainer
    private let appender: LogAppender
    private var waiting: [RoomID] = []
    private var builder: CheckpointBuilder?
    private var made: [(room: RoomID, CheckpointBuilder.Made)] = []

    init(_ appender: LogAppender, _ maintainer: LogMaintainer) {
        queries = appender.queries
        self.appender = appender
        self.maintainer = maintainer
    }

    var hasSteps: Bool { builder != nil || !waiting.isEmpty }

    var hasMade: Bool { !made.isEmpty }

    /// These rooms have grown by what was committed.
    func note(_ grown: Set<RoomID>) {
        for room in grown where !isAtWork(on: room) { waiting.append(room) }
    }

    private func isAtWork(on room: RoomID) -> Bool {
        builder?.room == room || waiting.contains(room) || made.contains { $0.room == room }
    }

    /// The room was changed by maintenance: what was read of it may not hold.
    func forget(_ room: RoomID) {
        if builder?.room == room { builder = nil }
        waiting.removeAll { $0 == room }
        made.removeAll { $0.room == room }
    }

    /// A transaction failed. What was made is right, and yet not worth holding on to.
    func forget() {
        builder = nil
        waiting.removeAll()
        made.removeAll()
    }

    /// One step, outside of any transaction. A room that can't be read is left for when it grows again.
    func step() {
        do {
            if builder == nil, let room = waiting.popLast() {
                builder = try CheckpointBuilder(room, queries)
            }
            guard let builder else { return }
            if let done = try builder.step() { made.append((builder.room, done)) }
            if builder.isDone { self.builder = nil }
        } catch {
            builder = nil
        }
    }

    /// Within a transaction.
    func store() throws(SQLiteError) {
        for (room, made) in made {
            try maintainer.insert(made.checkpoint, hash: made.hash, of: room)
        }
    }

    /// That transaction is committed.
    func stored() {
        for (room, made) in made {
            appender.checkpointed(room, at: made.checkpoint.seq, current: made.checkpoint.current.count)
        }
        made.removeAll()
    }

    /// Makes and stores all that the room lacks, within a transaction. Returns how many it has then, and
    /// where the newest lies.
    func complete(_ room: RoomID) throws -> (count: Int, newest: Seq) {
        guard try queries.summary(of: room) != nil else {
            throw LogAppender.Refusal(reason: "no such room")
        }
        forget(room)
        let builder = try CheckpointBuilder(room, queries)
        while !builder.isDone {
            if let made = try builder.step() {
                try maintainer.insert(made.checkpoint, hash: made.hash, of: room)
            }
        }
        appender.forget(room)
        return try queries.checkpoints(of: room)
    }
}
