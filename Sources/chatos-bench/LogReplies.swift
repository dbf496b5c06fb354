import Sockets
import Storage

/// Waits for the log writer's thread.
///
/// It does not number the ops.
final class LogReplies {
    private let mailbox: Sockets.Mailbox<[LogWriter.Outcome]>
    private var poller: Poller

    init() throws {
        mailbox = try Sockets.Mailbox()
        poller = try Poller()
        try poller.add(mailbox.waker.descriptor, token: 0, interest: .read)
    }

    /// The last of the outcomes.
    func submit(_ jobs: [LogWriter.Job], to writer: LogWriter) throws -> LogWriter.Outcome {
        let mailbox = mailbox
        writer.submit(jobs) { mailbox.post($0) }
        for _ in 0..<600 {
            try poller.wait(timeoutMs: 100) { _, _ in }
            mailbox.waker.drain()
            if let outcome = mailbox.takeAll().last?.last { return outcome }
        }
        throw Failure(.ioError, "the log has not answered for a minute")
    }
}
