internal import Synchronization
internal import Threads

/// When a commit counts as done.
public enum Durability: Sendable {
    /// The disk has said so: nothing that was shown is lost by a crash or a power cut (`synchronous=FULL`).
    case full
    /// The system has it: a power cut may take back the newest transactions, whole ones, never a part
    /// (`synchronous=NORMAL`). For demos on slow disks.
    case relaxed
}

/// The door to the thread that owns the writing connection: everything waiting goes into one transaction.
///
/// It decides nothing about an op but whether it is the log's next; a caller numbers its ops itself. What it
/// can be asked is in ``Job``.
public final class LogWriter: Sendable {
    private let folder: DataFolder
    private let door: CommitLoop.Door
    private let thread: WorkerThread

    /// Opens the folder's database, brings it to this program's schema, and starts the thread.
    ///
    /// `note` is told, on the writer's thread, when the log can't be written and when it can again: a line
    /// each, however many transactions fail in between.
    public init(
        folder: DataFolder, durability: Durability, hooks: WriterHooks = WriterHooks(),
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        self.folder = folder
        let door = CommitLoop.Door()
        self.door = door
        let connection = try LogDatabase.openForWriting(folder, durability: durability)
        let loop = try CommitLoop(connection, door: door, hooks: hooks, note: note)
        do throws(ThreadError) {
            thread = try WorkerThread(name: "chatos-log") {
                loop.run()
                // The folder stays locked until the last commit is done, whoever let the writer go.
                withExtendedLifetime(folder) {}
            }
        } catch {
            throw StorageError(error)
        }
    }

    deinit {
        stop()
    }

    /// Hands over jobs, done in their order and after those submitted before, all in one transaction.
    ///
    /// `reply` is called once, on the writer's thread, after the commit has returned; it must not block. It
    /// is never called when the writer has been stopped before.
    public func submit(_ jobs: [Job], reply: @escaping @Sendable ([Outcome]) -> Void) {
        door.mailbox.put(CommitLoop.Submission(jobs: jobs, reply: reply))
    }

    /// Does what is queued, moves the write-ahead log into the database, and ends the thread.
    ///
    /// A second call does nothing.
    public func stop() {
        door.mailbox.close()
        thread.join()
    }

    /// False after a failed transaction until one has written something.
    public var isHealthy: Bool { door.isHealthy.load(ordering: .relaxed) }

    /// The secret of that name in this database: `length` random bytes, made and stored durably when it isn't
    /// there.
    ///
    /// One that is there is given as it is. To be asked at start: it waits for the disk on the caller's
    /// thread.
    public func secret(named name: String, length: Int) throws(StorageError) -> [UInt8] {
        try Secret.loadOrMake(named: name, length: length, in: folder)
    }
}

/// Where a test may hold the writer or make it fail; the writer's own thread calls them.
public struct WriterHooks: Sendable {
    /// Called when jobs wait, before they are taken: what is submitted meanwhile goes into the same
    /// transaction.
    public var beforeTransaction: @Sendable () -> Void
    /// Called when the jobs are done and not yet committed; throwing makes the transaction fail.
    public var beforeCommit: @Sendable () throws(StorageError) -> Void
    /// Called when a commit has returned, and nobody knows of it yet.
    public var afterCommit: @Sendable () -> Void

    public init(
        beforeTransaction: @escaping @Sendable () -> Void = {},
        beforeCommit: @escaping @Sendable () throws(StorageError) -> Void = { () throws(StorageError) in },
        afterCommit: @escaping @Sendable () -> Void = {}
    ) {
        self.beforeTransaction = beforeTransaction
        self.beforeCommit = beforeCommit
        self.afterCommit = afterCommit
    }
}
