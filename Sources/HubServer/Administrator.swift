import HubProtocol
import Rooms
import Sockets
import Storage

/// Does what the admin socket asks: it keeps everybody out of the rooms, has the log's writer do it, and lets
/// them in again.
///
/// It waits for the disk, so it belongs to a thread that may. What is refused changes nothing.
struct Administrator: Sendable {
    let writer: LogWriter
    let reader: LogReader
    let holds: any RoomHolds

    /// The longest a step may take: a compaction of a large room on a slow disk.
    private static let patienceSeconds = 3_600

    /// - Parameter input: where the bytes behind the request come from.
    func perform(_ request: AdminRequest, input: AdminStream) throws(AdminError) -> AdminResult {
        switch request {
        case .importSession(let room, let file):
            return try importSession(room, from: AdminBody(input, path: file), source: file)
        case .compactKeeping(let room, let count):
            return try held(request) { () throws(AdminError) in
                try one(.compact(room: try id(of: room), keep: .newest(count)))
            }
        case .compactFrom(let room, let seq):
            return try held(request) { () throws(AdminError) in
                try one(.compact(room: try id(of: room), keep: .from(seq)))
            }
        case .erase(let room, let seq, let actor):
            let erasure = Erasure(at: WallClock.nowMs(), actor: actor)
            return try held(request) { () throws(AdminError) in
                try one(.erase(room: try id(of: room), seq, epoch: RandomBytes.hex(8), erasure))
            }
        case .eraseAsset(let room, let hash):
            return try one(.dropAsset(room: try id(of: room), hash))
        case .rename(let room, let new):
            guard room != new else { throw AdminError(.refused, "that is the room's name already") }
            return try held(request) { () throws(AdminError) in
                try one(.rename(room: try id(of: room), to: new))
            }
        case .delete(let room):
            return try held(request) { () throws(AdminError) in
                try one(.delete(room: try id(of: room)))
            }
        }
    }

    // MARK: Steps

    private func held(
        _ request: AdminRequest, _ body: () throws(AdminError) -> AdminResult
    ) throws(AdminError) -> AdminResult {
        guard holds.hold(request.rooms, request.reason) else {
            throw AdminError(.busy, "the hub is stopping")
        }
        defer { holds.release(request.rooms) }
        return try body()
    }

    private func id(of room: RoomName) throws(AdminError) -> RoomID {
        guard case .summary(let summary) = try ask(.summary(room)), let summary else {
            throw AdminError(.refused, "there is no room '\(room.text)'")
        }
        return summary.id
    }

    private func ask(_ request: LogReader.Request) throws(AdminError) -> LogReader.Answer {
        let answer = Awaited<LogReader.Answer>()
        reader.submit(request) { answer.give($0) }
        switch answer.wait(seconds: Administrator.patienceSeconds) {
        case nil: throw AdminError(.busy, "the log does not answer")
        case .failed(let reason)?: throw AdminError(.storage, reason)
        case let answer?: return answer
        }
    }

    private func one(_ job: LogWriter.Job) throws(AdminError) -> AdminResult {
        let answer = Awaited<[LogWriter.Outcome]>()
        writer.submit([job]) { answer.give($0) }
        guard let outcome = answer.wait(seconds: Administrator.patienceSeconds)?.first else {
            throw AdminError(.busy, "the log's writer does not answer")
        }
        switch outcome {
        case .erased(_, _, let freed): return Administrator.result(freed)
        case .compacted(_, let trimmed, let freed): return Administrator.result(freed, seq: trimmed)
        case .deleted(_, let freed): return Administrator.result(freed)
        case .assetDropped(_, let freed): return Administrator.result(freed)
        case .renamed, .created, .committed, .importing, .checkpointed, .assetKept, .assetRefused:
            return AdminResult()
        case .refused(_, let reason): throw AdminError(.refused, reason)
        case .failed(_, let reason), .createFailed(_, let reason):
            throw AdminError(.storage, reason ?? "the log can't be written")
        }
    }

    private static func result(_ freed: Freed, seq: Seq? = nil) -> AdminResult {
        AdminResult(
            ops: UInt64(clamping: freed.ops), bytes: UInt64(clamping: freed.bytes), seq: seq?.number)
    }
}

// MARK: - Importing

extension Administrator {
    /// Fills a room that nobody sees, and gives it its name when the file was good to its end.
    private func importSession(
        _ room: RoomName, from input: any ByteInput, source: String
    ) throws(AdminError) -> AdminResult {
        guard case .summary(nil) = try ask(.summary(room)) else {
            throw AdminError(.refused, "there is a room '\(room.text)' already")
        }
        let limits = RoomLimits()
        let session: SessionImport
        do throws(SessionFileError) {
            session = try SessionImport(
                input, limits: .init(current: limits.currentOps, currentBytes: limits.currentBytes))
        } catch {
            throw AdminError(error)
        }
        let hidden = try begin(session.origin, source: source)
        do throws(AdminError) {
            try fill(hidden, from: session)
            guard holds.hold([room], .roomChanged) else { throw AdminError(.busy, "the hub is stopping") }
            defer { holds.release([room]) }
            _ = try one(.finishImport(room: hidden, as: room))
        } catch {
            _ = try? one(.delete(room: hidden))
            throw error
        }
        return AdminResult(ops: session.count, warning: session.torn)
    }

    private func begin(_ origin: LogOrigin, source: String) throws(AdminError) -> RoomID {
        let answer = Awaited<[LogWriter.Outcome]>()
        // The room is another than that in the file from here on, so it has an epoch of its own ([HI4]).
        let job = LogWriter.Job.beginImport(
            origin, epoch: RandomBytes.hex(8), at: WallClock.nowMs(), source: source)
        writer.submit([job]) { answer.give($0) }
        switch answer.wait(seconds: Administrator.patienceSeconds)?.first {
        case .importing(let room)?: return room
        case .refused(_, let reason)?: throw AdminError(.storage, reason)
        default: throw AdminError(.busy, "the log's writer does not answer")
        }
    }

    private func fill(_ hidden: RoomID, from session: SessionImport) throws(AdminError) {
        while true {
            let part: SessionImport.Part?
            do throws(SessionFileError) {
                part = try session.next()
            } catch {
                throw AdminError(error)
            }
            guard let part else { return }
            // Those of a base: its ops may be in the part before, and what is behind it comes behind them.
            if !part.documents.isEmpty { _ = try one(.importDocuments(room: hidden, part.documents)) }
            if !part.ops.isEmpty { _ = try one(.importOps(room: hidden, part.ops)) }
            if !part.notes.isEmpty { _ = try one(.importNotes(room: hidden, part.notes)) }
        }
    }
}

extension AdminError {
    fileprivate init(_ error: SessionFileError) {
        switch error {
        case .malformed: self.init(.badFile, error.description)
        case .storage(.damaged): self.init(.badFile, error.description)
        case .storage: self.init(.storage, error.description)
        }
    }
}
