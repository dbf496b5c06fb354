public import HubProtocol
internal import SQLite
internal import Threads

/// The door to a thread that reads the log, in the order of asking, and sees only what is committed.
///
/// It keeps nothing between questions.
public final class LogReader: Sendable {
    public enum Request: Sendable {
        /// Answered by `Answer.room`.
        case room(RoomName)
        /// The resend keys of at most `limit` ops up to a seq, newest first; answered by `Answer.resends`
        /// ([ID4]).
        case resends(RoomID, upTo: Seq, limit: Int)
        /// At most `limit` ops after a seq, oldest first, stopping when their payloads reach `maxBytes` (but
        /// never before the first op); answered by `Answer.ops`.
        case ops(RoomID, after: Seq, upTo: Seq, limit: Int, maxBytes: Int)
        /// Answered by `Answer.ops`, in the order of their seqs ([RP1]).
        case replay(RoomID, ReplayQuery, upTo: Seq, maxBytes: Int)
        /// One op; answered by `Answer.ops` with it or nothing.
        case op(RoomID, Seq)
        /// The rooms, newest activity first; answered by `Answer.summaries`.
        case summaries(limit: Int)
        case summary(RoomName)
        /// The rooms in which definitions of schedules are current; answered by `Answer.names`.
        case roomsWithDefinitions
        /// The current op of a pair in a room; answered by `Answer.ops` with it or nothing.
        case current(RoomName, NamedKey)
        /// The files of a room, oldest first; answered by `Answer.assets`.
        case assets(RoomName)
        /// A file of a room; answered by `Answer.asset`.
        case asset(RoomName, AssetHash)
        /// A document right after a seq, or now; answered by `Answer.document`.
        case document(RoomID, DocumentName, at: Seq?)
        /// What people read of it; answered by `Answer.content`.
        case content(RoomID, DocumentName, at: Seq?)
        /// At most `limit` of the room's documents, in the order of their names' bytes, behind `after`;
        /// answered by `Answer.documents`.
        case documents(RoomID, after: String, limit: Int)
    }

    public enum Answer: Sendable {
        /// Nil when there is no such room.
        case room(RoomImage?)
        case ops([LoggedOp])
        case resends([(ResendKey, Seq)])
        case summaries([RoomSummary])
        /// Nil when there is no such room.
        case summary(RoomSummary?)
        case names([RoomName])
        /// Nil when there is no such room.
        case assets([AssetRecord]?)
        /// Nil when there is no such file, or no such room.
        case asset(StoredAsset?)
        /// Nil when there is, or was, no such document.
        case document(DocumentState?)
        case content(DocumentContent?)
        case documents([DocumentSummary])
        case failed(String)
    }

    private struct Question: Sendable {
        let request: Request
        let reply: @Sendable (Answer) -> Void
    }

    private let mailbox: Mailbox<Question>
    private let thread: WorkerThread

    /// The database must exist: a ``LogWriter`` of the folder has been made before.
    public init(folder: DataFolder) throws(StorageError) {
        let mailbox = Mailbox<Question>()
        self.mailbox = mailbox
        let queries = LogQueries(try LogDatabase.openForReading(folder))
        do throws(ThreadError) {
            thread = try WorkerThread(name: "chatos-read") {
                while mailbox.wait() {
                    for question in mailbox.takeAll() {
                        question.reply(LogReader.answer(question.request, by: queries))
                    }
                }
            }
        } catch {
            throw StorageError(error)
        }
    }

    deinit {
        stop()
    }

    /// Asks; `reply` is called once, on the reader's thread, and must not block. Never called after a stop.
    public func submit(_ request: Request, reply: @escaping @Sendable (Answer) -> Void) {
        mailbox.put(Question(request: request, reply: reply))
    }

    /// Answers what was asked and ends the thread. A second call does nothing.
    public func stop() {
        mailbox.close()
        thread.join()
    }

    /// One answer is of one moment, however many statements it takes.
    private static func answer(_ request: Request, by queries: LogQueries) -> Answer {
        do {
            try queries.connection.begin(.deferred)
            let answer = try read(request, by: queries)
            try queries.connection.commit()
            return answer
        } catch {
            queries.connection.rollBack()
            return .failed("\(error)")
        }
    }

    private static func read(_ request: Request, by queries: LogQueries) throws -> Answer {
        switch request {
        case .room(let name):
            return .room(try queries.image(of: name))
        case .resends(let room, let upTo, let limit):
            return .resends(try queries.resends(of: room, upTo: upTo, limit: limit))
        case .ops(let room, let after, let upTo, let limit, let maxBytes):
            return .ops(
                try queries.ops(of: room, after: after, upTo: upTo, limit: limit, maxBytes: maxBytes))
        case .replay(let room, let query, let upTo, let maxBytes):
            return .ops(try queries.replay(of: room, query, upTo: upTo, maxBytes: maxBytes))
        case .op(let room, let seq):
            guard let key = OpKey(room, seq) else { return .ops([]) }
            return .ops(try queries.ops(withKeys: [key.number]))
        case .summaries(let limit):
            return .summaries(try queries.summaries(limit: limit))
        case .summary(let name):
            return .summary(try queries.summary(of: name))
        case .current(let room, let key):
            return .ops(try queries.current(key, of: room))
        case .assets(let room):
            return .assets(try queries.assets(of: room))
        case .asset(let room, let hash):
            return .asset(try queries.asset(hash, of: room))
        case .roomsWithDefinitions:
            return .names(try queries.roomsWithDefinitions())
        case .document(let room, let name, let seq):
            return .document(try queries.document(name, of: room, at: seq ?? .max))
        case .content(let room, let name, let seq):
            return .content(try queries.content(name, of: room, at: seq ?? .max))
        case .documents(let room, let after, let limit):
            return .documents(try queries.documents(of: room, after: after, limit: limit))
        }
    }
}
