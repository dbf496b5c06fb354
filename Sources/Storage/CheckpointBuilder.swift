internal import HubProtocol
internal import SQLite

/// Makes a room's checkpoints in small steps, so that whoever waits for the writer waits for one step at
/// most.
///
/// It only reads; what it has made is stored by its owner. What it reads may grow meanwhile, and must not be
/// changed otherwise.
final class CheckpointBuilder {
    struct Made {
        let checkpoint: Checkpoint
        let hash: [UInt8]
    }

    let room: RoomID
    private let queries: LogQueries
    private let hash = StateHash()
    private var work: Work
    private var hashing: Hashing?

    private enum Work {
        /// The state at the log's head is in a table of its own.
        case head
        /// The ops since the newest checkpoint are replayed, and leave one at every interval.
        case past(StateReplay, at: Seq, head: Seq, last: Seq, current: Int)
        case done
    }

    private struct Hashing {
        let checkpoint: Checkpoint
        var done = 0
    }

    /// About a millisecond of reading.
    private static let rowsPerStep = 256
    /// Seqs, of which most may have nothing to say about the state.
    private static let seqsPerStep: UInt64 = 512

    /// For a room whose log has outgrown its newest checkpoint. Where the last ones were never made, as in a
    /// database of an older version, they are made now.
    init(_ room: RoomID, _ queries: LogQueries) throws(SQLiteError) {
        self.room = room
        self.queries = queries
        work = .head
        let head = try queries.head(of: room)
        let newest = try queries.checkpoint(of: room, upTo: .max)
        let last = newest?.seq ?? .none
        let interval = Checkpoint.interval(current: newest?.current.count ?? 0)
        if head > last, head.number - last.number > 4 * interval {
            let replay = try queries.replayedState(of: room, at: last)
            work = .past(replay, at: last, head: head, last: last, current: newest?.current.count ?? 0)
        }
    }

    var isDone: Bool {
        if case .done = work { return hashing == nil }
        return false
    }

    /// Does a step, and returns a checkpoint when that finished one.
    func step() throws(SQLiteError) -> Made? {
        if let hashing { return try goOn(hashing) }
        switch work {
        case .head:
            work = .done
            try begin(try stateAtHead())
        case .past(var replay, let at, let head, let last, let current):
            // Out of the enum while it changes, so that its collections are not copied.
            work = .done
            let next = min(Seq(at.number + CheckpointBuilder.seqsPerStep) ?? .max, head)
            try queries.eachStep(of: room, after: at, upTo: next) { replay.apply($0) }
            guard next.number - last.number >= Checkpoint.interval(current: current) || next == head else {
                work = .past(replay, at: next, head: head, last: last, current: current)
                return nil
            }
            let seqs = replay.current
            try begin(Checkpoint(seq: next, current: seqs, present: replay.present))
            if next < head {
                work = .past(replay, at: next, head: head, last: next, current: seqs.count)
            }
        case .done: break
        }
        return nil
    }

    private func begin(_ checkpoint: Checkpoint?) throws(SQLiteError) {
        guard let checkpoint, checkpoint.seq > .none else { return }
        hash.begin(seq: checkpoint.seq, current: checkpoint.current.count)
        hashing = Hashing(checkpoint: checkpoint)
    }

    private func goOn(_ hashing: Hashing) throws(SQLiteError) -> Made? {
        var hashing = hashing
        let seqs = hashing.checkpoint.current
        let end = min(hashing.done + CheckpointBuilder.rowsPerStep, seqs.count)
        try queries.add(seqs[hashing.done..<end], of: room, to: hash)
        hashing.done = end
        guard end == seqs.count else {
            self.hashing = hashing
            return nil
        }
        self.hashing = nil
        let present = try queries.authors(hashing.checkpoint.present)
        return Made(checkpoint: hashing.checkpoint, hash: hash.finish(present: present))
    }

    private func stateAtHead() throws(SQLiteError) -> Checkpoint? {
        let head = try queries.head(of: room)
        let newest = try queries.checkpoint(of: room, upTo: .max)
        // After a compaction the newest op may lie before the newest checkpoint.
        guard head > newest?.seq ?? .none else { return nil }
        return Checkpoint(
            seq: head, current: try queries.currentSeqs(of: room),
            present: try queries.present(in: room, after: newest, at: head))
    }
}
