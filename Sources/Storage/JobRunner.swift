internal import HubProtocol
internal import SQLite

/// Does the jobs of one submission after the other, within the transaction of whoever calls it.
///
/// A job that is refused leaves nothing of itself, and the transaction goes on; any other error is the
/// transaction's.
final class JobRunner {
    private let connection: Connection
    let appender: LogAppender
    private let maintainer: LogMaintainer
    private let importer: LogImporter
    private let assets: AssetKeeper
    let keeper: CheckpointKeeper
    private let documents: DocumentKeeper
    /// Payloads were taken out of the database since this was last cleared: their bytes may lie in the
    /// write-ahead log still.
    var hasFreed = false

    init(_ connection: Connection) {
        self.connection = connection
        appender = LogAppender(connection)
        maintainer = LogMaintainer(connection, appender: appender)
        importer = LogImporter(connection, appender: appender, maintainer: maintainer)
        assets = AssetKeeper(connection, appender.queries)
        keeper = CheckpointKeeper(appender, maintainer)
        documents = DocumentKeeper(appender, maintainer)
    }

    /// After a rollback.
    func forget() {
        appender.forget()
        importer.forget()
        keeper.forget()
        documents.forget()
    }

    // MARK: What nobody waits for

    /// Whether a checkpoint or the state of a document is being made.
    var hasSteps: Bool { keeper.hasSteps || documents.hasSteps }

    /// Whether something of that waits to be stored.
    var hasMade: Bool { keeper.hasMade || documents.hasMade }

    /// A bounded piece of that, outside of any transaction.
    func step() {
        if documents.hasSteps { documents.step() } else { keeper.step() }
    }

    /// Within a transaction.
    func storeMade() throws(SQLiteError) {
        try keeper.store()
        try documents.store()
    }

    /// That transaction is committed.
    func storedMade() {
        keeper.stored()
        documents.stored()
        keeper.note(appender.takeGrown())
        documents.note(appender.takeGrownDocuments())
    }

    private func forgetMade(of room: RoomID) {
        keeper.forget(room)
        documents.forget(room)
    }

    // MARK: Jobs

    /// Deletes what an import of an earlier run left, and makes the hub's key; a transaction of its own.
    func prepare() throws {
        try connection.begin(.immediate)
        do {
            try importer.sweep()
            try Secret.loadOrMake(named: SigningKey.secretName, length: SigningKey.length, on: connection)
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Throws what fails the whole transaction; a refused job fails by itself.
    func perform(_ jobs: [LogWriter.Job]) throws -> [LogWriter.Outcome] {
        var outcomes = Outcomes()
        for job in jobs {
            switch job {
            case .append(let room, let op):
                do {
                    try appender.append(op, to: room)
                    outcomes.committed(room, through: op.seq)
                } catch let refusal as LogAppender.Refusal {
                    outcomes.failed(room, reason: refusal.reason)
                }
            case .create(let name, let epoch, let at):
                do {
                    let image = try appender.create(name, epoch: epoch, at: at)
                    outcomes.list.append(.created(image))
                } catch let refusal as LogAppender.Refusal {
                    outcomes.list.append(.createFailed(name, reason: refusal.reason))
                }
            default:
                outcomes.apart(try apart(job))
            }
        }
        return outcomes.list
    }

    /// Maintenance takes several statements; what it did before it was refused is undone.
    private func apart(_ job: LogWriter.Job) throws -> LogWriter.Outcome {
        try connection.run("SAVEPOINT job")
        do {
            let outcome = try maintain(job)
            try connection.run("RELEASE job")
            return outcome
        } catch let refusal as LogAppender.Refusal {
            try connection.run("ROLLBACK TO job; RELEASE job")
            appender.forget()
            return .refused(room: JobRunner.room(of: job), reason: refusal.reason)
        }
    }

    private func maintain(_ job: LogWriter.Job) throws -> LogWriter.Outcome {
        switch job {
        case .erase(let room, let seq, let epoch, let erasure):
            let freed = try maintainer.erase(seq, in: room, epoch: epoch, erasure)
            hasFreed = true
            return .erased(room: room, seq, freed)
        case .compact(let room, let retention):
            forgetMade(of: room)
            let (trimmed, freed) = try maintainer.compact(room, keep: retention)
            hasFreed = true
            return .compacted(room: room, trimmed: trimmed, freed)
        case .rename(let room, let name):
            try maintainer.rename(room, to: name)
            return .renamed(room: room, to: name)
        case .delete(let room):
            forgetMade(of: room)
            importer.forget(room)
            let freed = try maintainer.delete(room)
            hasFreed = true
            return .deleted(room: room, freed)
        case .checkpoint(let room):
            let (count, newest) = try keeper.complete(room)
            try documents.complete(room)
            return .checkpointed(room: room, count: count, newest: newest)
        case .beginImport(let origin, let epoch, let at, let source):
            return .importing(room: try importer.begin(origin, epoch: epoch, at: at, source: source))
        case .importOps(let room, let ops):
            return .committed(room: room, through: try importer.append(ops, to: room))
        case .importDocuments(let room, let documents):
            try importer.append(documents: documents, to: room)
            return .importing(room: room)
        case .importNotes(let room, let notes):
            for note in notes { try appender.queries.insert(note, of: room) }
            return .importing(room: room)
        case .finishImport(let room, let name):
            return .created(try importer.finish(room, as: name))
        case .keepAsset(let room, let asset):
            return try assets.keep(asset, in: room)
        case .dropAsset(let room, let hash):
            let freed = try assets.drop(hash, from: room)
            hasFreed = true
            return .assetDropped(room: room, freed)
        case .append, .create:
            preconditionFailure("done without a savepoint, since they check before they change")
        }
    }

    static func failure(of jobs: [LogWriter.Job], reason: String) -> [LogWriter.Outcome] {
        var outcomes = Outcomes()
        for job in jobs {
            switch job {
            case .append(let room, _): outcomes.failed(room, reason: nil)
            case .create(let name, _, _): outcomes.list.append(.createFailed(name, reason: nil))
            default: outcomes.list.append(.refused(room: room(of: job), reason: reason))
            }
        }
        return outcomes.list
    }

    private static func room(of job: LogWriter.Job) -> RoomID? {
        switch job {
        case .append(let room, _), .erase(let room, _, _, _), .compact(let room, _), .rename(let room, _),
            .delete(let room), .checkpoint(let room), .importOps(let room, _), .importNotes(let room, _),
            .importDocuments(let room, _), .finishImport(let room, _), .dropAsset(let room, _):
            room
        case .create, .beginImport, .keepAsset: nil
        }
    }

    /// The outcomes of one submission, in the order of its jobs; a room's equal ones in a row become one.
    private struct Outcomes {
        var list: [LogWriter.Outcome] = []
        private var newest: [RoomID: Int] = [:]

        /// What comes behind it is not told together with what came before.
        mutating func apart(_ outcome: LogWriter.Outcome) {
            newest.removeAll()
            list.append(outcome)
        }

        mutating func committed(_ room: RoomID, through seq: Seq) {
            if let index = newest[room], case .committed = list[index] {
                list[index] = .committed(room: room, through: seq)
            } else {
                newest[room] = list.count
                list.append(.committed(room: room, through: seq))
            }
        }

        mutating func failed(_ room: RoomID, reason: String?) {
            if let index = newest[room], case .failed = list[index] { return }
            newest[room] = list.count
            list.append(.failed(room: room, reason: reason))
        }
    }
}
