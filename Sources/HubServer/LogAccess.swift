import HubProtocol
import Rooms
import Sockets
import Storage

/// What an HTTP request waits to hear from the log.
enum HTTPQuestion: Sendable {
    case rooms
    case room(RoomName)
    /// The room's identity first, then its ops.
    case logOf(RoomName, after: Seq, limit: Int)
    case log
    /// The room's identity first, then its documents behind a name.
    case documentsOf(RoomName, after: String)
    /// The room's identity first, then the document.
    case documentOf(DocumentQuestion)
}

/// A loop's way to the log: jobs of one turn go to the writer together, answers come back through the loop's
/// mailbox.
struct LogAccess {
    private let writer: LogWriter
    private let reader: LogReader
    private let mailbox: Mailbox<LoopMessage>
    private var jobs: [LogWriter.Job] = []
    /// The number of the batch that is being gathered.
    private(set) var batch: UInt64 = 0
    /// The number after that of the newest batch whose outcome has come.
    private var writtenBatches: UInt64 = 0

    init(writer: LogWriter, reader: LogReader, mailbox: Mailbox<LoopMessage>) {
        self.writer = writer
        self.reader = reader
        self.mailbox = mailbox
    }

    var isHealthy: Bool { writer.isHealthy }

    /// Whether a batch is with the writer.
    var isWriting: Bool { writtenBatches < batch }

    /// Outcomes come in the order of their batches.
    mutating func written(_ batch: UInt64) {
        writtenBatches = batch + 1
    }

    mutating func add(_ job: LogWriter.Job) {
        jobs.append(job)
    }

    /// Hands over what was gathered.
    mutating func flush() {
        guard !jobs.isEmpty else { return }
        let number = batch
        batch += 1
        writer.submit(jobs) { [mailbox] outcomes in
            mailbox.post(.written(batch: number, outcomes))
        }
        jobs.removeAll(keepingCapacity: true)
    }

    func open(_ name: RoomName) {
        reader.submit(.room(name)) { [mailbox] answer in
            switch answer {
            case .room(let image): mailbox.post(.room(name, image))
            case .failed(let reason): mailbox.post(.unreadable(name, reason: reason))
            default:
                preconditionFailure("the reader answered another question")
            }
        }
    }

    /// - Parameter mailbox: that of the loop whose room it is.
    func ask(
        _ question: LogQuestion, of id: RoomID, _ name: RoomName, for member: MemberID,
        _ limits: ServerLimits, answeringTo mailbox: Mailbox<LoopMessage>
    ) {
        let request: LogReader.Request =
            switch question {
            case .catchUp(let after, let upTo):
                .ops(id, after: after, upTo: upTo, limit: limits.catchUpOps, maxBytes: limits.catchUpBytes)
            case .replay(let query, let upTo, _):
                .replay(id, query, upTo: upTo, maxBytes: limits.replayBytes)
            case .again(let seq): .op(id, seq)
            case .tool(let address, _):
                .current(address.room, NamedKey(type: "upgrade", name: address.tool))
            }
        reader.submit(request) { answer in
            switch answer {
            case .ops(let ops): mailbox.post(.answer(question, name, member, ops))
            case .failed(let reason): mailbox.post(.unreadable(name, reason: reason))
            default:
                preconditionFailure("the reader answered another question")
            }
        }
    }

    /// Has a job done that is no part of the turn's; `reply` is called on the writer's thread.
    func perform(_ job: LogWriter.Job, reply: @escaping @Sendable (LogWriter.Outcome) -> Void) {
        writer.submit([job]) { outcomes in
            for outcome in outcomes { reply(outcome) }
        }
    }

    /// `reply` is called on the reader's thread.
    func read(_ request: LogReader.Request, reply: @escaping @Sendable (LogReader.Answer) -> Void) {
        reader.submit(request, reply: reply)
    }

    func recall(_ question: ResendQuestion, of id: RoomID, _ name: RoomName) {
        reader.submit(.resends(id, upTo: question.upTo, limit: question.limit)) { [mailbox] answer in
            mailbox.post(.recalled(question, name, answer))
        }
    }

    func load(_ document: DocumentName, opening: UInt64, of id: RoomID, _ name: RoomName) {
        reader.submit(.document(id, document, at: nil)) { [mailbox] answer in
            switch answer {
            case .document(let state): mailbox.post(.loaded(document, opening: opening, name, state?.update))
            case .failed(let reason): mailbox.post(.unreadable(name, reason: reason))
            default:
                preconditionFailure("the reader answered another question")
            }
        }
    }

    func ask(_ request: LogReader.Request, _ question: HTTPQuestion, for connection: UInt64) {
        reader.submit(request) { [mailbox] answer in
            mailbox.post(.httpAnswer(connection, answer, question))
        }
    }
}
