internal import HubProtocol
internal import SQLite
internal import Synchronization

/// What the writing thread runs: takes what waits, commits it whole, and only then answers.
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
    private let appender: LogAppender
    private let door: Door
    private let hooks: WriterHooks
    private let note: @Sendable (String) -> Void

    init(
        _ connection: Connection, door: Door, hooks: WriterHooks,
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.connection = connection
        appender = LogAppender(connection)
        self.door = door
        self.hooks = hooks
        self.note = note
    }

    /// Returns when the mailbox is closed and everything in it is done.
    func run() {
        while door.mailbox.wait() {
            commitWaiting()
        }
        // What can't be moved now stays in the write-ahead log, which the next opening reads.
        try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// One transaction of everything that waits.
    func commitWaiting() {
        hooks.beforeTransaction()
        commit(door.mailbox.takeAll())
    }

    private func commit(_ submissions: [Submission]) {
        do {
            try connection.begin(.immediate)
            let changes = connection.totalChanges
            let outcomes = try submissions.map { try perform($0.jobs) }
            try hooks.beforeCommit()
            try connection.commit()
            hooks.afterCommit()
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
            appender.forget()
            let wasHealthy = door.isHealthy.exchange(false, ordering: .relaxed)
            if wasHealthy { note("the log can't be written: \(error)") }
            for submission in submissions {
                submission.reply(CommitLoop.failure(of: submission.jobs))
            }
        }
    }

    /// Throws what fails the whole transaction; a refused job fails by itself.
    private func perform(_ jobs: [LogWriter.Job]) throws -> [LogWriter.Outcome] {
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
            case .create(let name, let epoch, let at, let recent):
                do {
                    let image = try appender.create(name, epoch: epoch, at: at, recent: recent)
                    outcomes.list.append(.created(image))
                } catch let refusal as LogAppender.Refusal {
                    outcomes.list.append(.createFailed(name, reason: refusal.reason))
                }
            }
        }
        return outcomes.list
    }

    private static func failure(of jobs: [LogWriter.Job]) -> [LogWriter.Outcome] {
        var outcomes = Outcomes()
        for job in jobs {
            switch job {
            case .append(let room, _): outcomes.failed(room, reason: nil)
            case .create(let name, _, _, _): outcomes.list.append(.createFailed(name, reason: nil))
            }
        }
        return outcomes.list
    }

    /// The outcomes of one submission, in the order of its jobs; a room's equal ones in a row become one.
    private struct Outcomes {
        var list: [LogWriter.Outcome] = []
        private var newest: [RoomID: Int] = [:]

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
