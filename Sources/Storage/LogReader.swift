public import HubProtocol

/// The door to a thread that reads the log, in the order of asking, and sees only what is committed.
///
/// It keeps nothing between questions.
public final class LogReader: Sendable {
    public enum Request: Sendable {
        /// A room with its newest `recent` resend keys; answered by `Answer.room`.
        case room(RoomName, recent: Int)
        /// At most `limit` ops after a seq, oldest first, stopping when their payloads reach `maxBytes` (but never
        /// before the first op); answered by `Answer.ops`.
        case ops(RoomID, after: Seq, upTo: Seq, limit: Int, maxBytes: Int)
        /// Answered by `Answer.ops`, in the order of their seqs ([RP1]).
        case replay(RoomID, ReplayQuery, upTo: Seq)
        /// One op; answered by `Answer.ops` with it or nothing.
        case op(RoomID, Seq)
        /// The rooms, newest activity first; answered by `Answer.summaries`.
        case summaries(limit: Int)
        case summary(RoomName)
    }

    public enum Answer: Sendable {
        /// Nil when there is no such room.
        case room(RoomImage?)
        case ops([LoggedOp])
        case summaries([RoomSummary])
        /// Nil when there is no such room.
        case summary(RoomSummary?)
        case failed(String)
    }

    /// The database must exist: a ``LogWriter`` of the folder has been made before.
    public init(folder: DataFolder) throws(StorageError) {
        fatalError("to come")
    }

    /// Asks; `reply` is called once, on the reader's thread, and must not block. Never called after a stop.
    public func submit(_ request: Request, reply: @escaping @Sendable (Answer) -> Void) {
    }

    /// Answers what was asked and ends the thread. Not to be called from a reply. A second call does nothing.
    public func stop() {
    }
}
