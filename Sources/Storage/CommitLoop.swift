internal import HubProtocol
internal import SQLite
internal import Synchronization

/// What the writing thread runs: takes what waits, commits it whole, and only then answers. When nobody waits
/// it makes checkpoints and states of documents.
///
/// It does not know who submits; an answer is a closure.
final class CommitLoop {
    struct Submission: Sendable {
        let jobs: [LogWriter.Job]
        let reply: @Sendable ([LogWriter.Outcome]) -> Void
    }

    /// The part that other threads see.
    final class Door: Sendable {
        let mailbox = Mailbox<Submission>()
        let isHealthy = Atomic<Bool>(true)
    }

    private let connection: Connection
    private let jobs: JobRunner
    private let door: Door
    private let hooks: WriterHooks
    private let note: @Sendable (String) -> Void
    /// Transactions since something was done that nobody waits for.
    private var busyTurns = 0

    /// So often a step is taken for such a thing although ops wait: it costs them a millisecond then.
    private static let turnsPerStep = 4

    init(
        _ connection: Connection, door: Door, hooks: WriterHooks,
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        self.connection = connection
        jobs = JobRunner(connection)
        self.door = door
        self.hooks = hooks
        self.note = note
        do {
            try jobs.prepare()
        } catch let error as SQLiteError {
            throw StorageError(error)
        } catch {
            preconditionFailure("no other error is thrown above")
        }
    }

    /// Returns when the mailbox is closed and everything in it is done.
    func run() {
        tendWhileQuiet()
        while door.mailbox.wait() {
            commitWaiting()
            tendWhileQuiet()
        }
        if jobs.hasMade { commit([]) }
        // What can't be moved now stays in the write-ahead log, which the next opening reads.
        try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// How many rooms' ends it holds in memory.
    var rememberedRooms: Int { jobs.appender.rememberedRooms }

    /// One transaction of everything that waits.
    func commitWaiting() {
        hooks.beforeTransaction()
        commit(door.mailbox.takeAll())
        busyTurns += 1
        if busyTurns >= CommitLoop.turnsPerStep, jobs.hasSteps {
            busyTurns = 0
            jobs.step()
        }
    }

    /// Does what nobody waits for, piece by piece, until there is none or somebody waits.
    func tendWhileQuiet() {
        while hasLeisureWork, !door.mailbox.isPressing { tend() }
    }

    private var hasLeisureWork: Bool {
        jobs.hasSteps || jobs.hasMade || jobs.hasFreed
    }

    /// A bounded piece of what nobody waits for.
    private func tend() {
        if jobs.hasSteps {
            jobs.step()
        } else if jobs.hasMade {
            commit([])
        } else {
            jobs.hasFreed = false
            scrub()
        }
    }

    /// Empties the write-ahead log, in which what was freed may stand. While somebody reads from it, it stays
    /// until it is full; waiting for the reader would keep everyone else waiting.
    private func scrub() {
        try? connection.run("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
        try? connection.run("PRAGMA busy_timeout = \(Connection.defaultBusyTimeoutMs)")
    }

    private func commit(_ submissions: [Submission]) {
        do {
            try connection.begin(.immediate)
            let changes = connection.totalChanges
            let outcomes = try submissions.map { try jobs.perform($0.jobs) }
            try jobs.storeMade()
            try hooks.beforeCommit()
            try connection.commit()
            hooks.afterCommit()
            jobs.storedMade()
            // A transaction of refusals alone proves nothing about the disk.
            if connection.totalChanges > changes {
                let wasHealthy = door.isHealthy.exchange(true, ordering: .relaxed)
                if !wasHealthy { note("the log can be written again") }
            }
            for (submission, outcome) in zip(submissions, outcomes) {
                submission.reply(outcome)
            }
        } catch {
            connection.rollBack()
            jobs.forget()
            let wasHealthy = door.isHealthy.exchange(false, ordering: .relaxed)
            if wasHealthy { note("the log can't be written: \(error)") }
            for submission in submissions {
                submission.reply(JobRunner.failure(of: submission.jobs, reason: "\(error)"))
            }
        }
    }
}
