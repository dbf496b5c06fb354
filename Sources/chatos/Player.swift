import HubClient
import HubProtocol
import Sockets
import Storage

/// Plays a session into a room, so that the room's own log gets the same ops in the same order from authors
/// of the same names.
///
/// The ops of the hub, `joined` and `disconnected`, can't be sent; they come about as the authors announce
/// themselves.
final class Player {
    private let cast: Cast
    private var pace: Pace
    /// Told after each op how many there have been.
    private let progress: (Int) -> Void
    /// Who acts; before another does, all of this one's ops must be acknowledged.
    private var current: Performer?
    /// The participants that are announced, by their ids in the file, each with the author whose connection
    /// did it.
    private var announced: [[UInt8]: Author] = [:]
    private var played = 0
    /// Ops of the file without a payload, which were left out.
    private(set) var erased = 0
    /// Ops of schedules, which were left out: a recording starts nothing that goes on by itself.
    private(set) var scheduled = 0

    /// A hub on a bad disk has seconds; one that says nothing for so long will not.
    private static let patienceMs = 60_000

    init(_ address: HubAddress, pace: Pace, progress: @escaping (Int) -> Void) {
        cast = Cast(address)
        self.pace = pace
        self.progress = progress
    }

    /// - Returns: the number of ops played.
    func play(_ session: SessionFileReader) throws -> Int {
        while let line = try session.next() {
            guard case .op(let entry) = line else { continue }
            guard let payload = entry.payload else {
                // There is nothing to say again; what it did to the state can't be done without it.
                erased += 1
                continue
            }
            try at(entry.seq) {
                try wait(until: entry.ms)
                try perform(payload, by: session.author(of: entry), entry.seq)
            }
            played += 1
            progress(played)
        }
        if let current { try at(nil) { try settle(current) } }
        cast.dismissAll()
        return played
    }

    /// Says of a failure at which op it came.
    private func at(_ seq: Seq?, _ body: () throws -> Void) throws(Failure) {
        let place = seq.map { "op \($0.number)" } ?? "at the end"
        do {
            try body()
        } catch let failure as Failure {
            throw failure
        } catch let error as HubClientError {
            throw Failure(error, at: place)
        } catch {
            throw Failure(.software, "\(place): \(error)")
        }
    }

    // MARK: Ops

    private func perform(_ payload: Payload, by author: Author, _ seq: Seq) throws {
        let op: SessionOp
        do {
            op = try SessionOp(payload)
        } catch {
            throw Failure(.dataError, "op \(seq.number) can't be of a room's log: \(error.reason)")
        }
        switch op {
        case .op(let id): try send(payload, id: id, by: author, seq)
        case .doubtful:
            // Alone, so that it is clear to which op an error belongs.
            try take(author) { performer in
                try settle(performer)
                try performer.send(payload, id: nil, seq: seq)
                try settle(performer)
            }
        case .update(let update):
            // Alone, so that it is not merged with the next.
            try take(author) { performer in
                try settle(performer)
                try performer.send(update, seq: seq)
                try settle(performer)
            }
        case .joined(let participants): try join(author, participants: participants, seq)
        case .disconnected: try disconnect(author, seq)
        case .scheduled: scheduled += 1
        }
    }

    private func send(_ payload: Payload, id: String?, by author: Author, _ seq: Seq) throws {
        try take(author) { performer in
            var performer = performer
            if let id, performer.isUsedUp(for: id) {
                performer = try renew(performer, seq)
            }
            try wait(performer) { $0.hasRoom }
            try performer.send(payload, id: id, seq: seq)
        }
    }

    /// Has the author act, when the one before has done.
    private func take(_ author: Author, _ body: (Performer) throws -> Void) throws {
        if let current, ExactAuthor(current.author) != ExactAuthor(author) { try settle(current) }
        let performer = try cast.performer(of: author)
        current = performer
        try body(performer)
    }

    /// Goes on over a new connection. The participant is present all the while, so the hub logs nothing.
    private func renew(_ old: Performer, _ seq: Seq) throws -> Performer {
        try settle(old)
        let new = try cast.open(old.author)
        let author = ExactAuthor(old.author)
        if let holder = announced[author.id], ExactAuthor(holder) == author {
            try wait(new) { $0.isReady }
            try new.announce(true, isLogged: false, seq: seq)
            try settle(new)
        }
        old.connection.close()
        current = new
        return new
    }

    // MARK: Presence

    private func join(_ author: Author, participants: Int64?, _ seq: Seq) throws {
        let id = Array(author.id.utf8)
        if let current { try settle(current) }
        // The log does not say how everybody left when the recorded hub was killed, or a quiet member; the
        // next count does.
        if participants == 1 {
            announced.keys.forEach(vanish)
        } else if announced[id] != nil {
            vanish(id)
        }
        try take(author) { performer in
            try settle(performer)
            try performer.announce(true, isLogged: true, seq: seq)
            try settle(performer)
        }
        announced[id] = author
    }

    private func disconnect(_ author: Author, _ seq: Seq) throws {
        let id = Array(author.id.utf8)
        guard let holder = announced[id] else {
            throw Failure(.dataError, "op \(seq.number): '\(author.name)' leaves without having joined")
        }
        try take(author) { performer in
            try settle(performer)
            // The op comes from the connection that goes last, which may have another name than the first.
            if ExactAuthor(holder) != ExactAuthor(author), let first = cast[ExactAuthor(holder)] {
                try performer.announce(true, isLogged: false, seq: seq)
                try settle(performer)
                try first.announce(false, isLogged: false, seq: seq)
                try settle(first)
            }
            try performer.announce(false, isLogged: true, seq: seq)
            try settle(performer)
        }
        vanish(id)
    }

    /// A participant is gone without a word; its connections are not needed until it comes back.
    private func vanish(_ id: [UInt8]) {
        if let current, Array(current.author.id.utf8) == id { self.current = nil }
        cast.dismiss(participant: id)
        announced[id] = nil
    }

    // MARK: Waiting

    private func settle(_ performer: Performer) throws {
        try wait(performer) { $0.isSettled }
    }

    /// Reads all connections until `condition` is true of one.
    private func wait(_ performer: Performer, _ condition: (Performer) -> Bool) throws {
        let start = MonotonicClock.now()
        while !condition(performer) {
            try cast.read(timeoutMs: 1_000)
            try check(performer)
            try checkPatience(since: start)
        }
    }

    private func wait(until ms: Int64) throws {
        while true {
            let remaining = pace.remainingMs(until: ms, now: MonotonicClock.now())
            guard remaining > 0 else { return }
            try cast.read(timeoutMs: remaining)
            if let current { try check(current) }
        }
    }

    private func checkPatience(since start: UInt64) throws(HubClientError) {
        guard MonotonicClock.now() - start < UInt64(Player.patienceMs) * 1_000_000 else {
            throw .timedOut("the hub's acknowledgement")
        }
    }

    /// Ends the play where the hub has refused an op.
    private func check(_ performer: Performer) throws {
        guard performer.refusal != nil else { return }
        let start = MonotonicClock.now()
        while true {
            if let (seq, error) = performer.refused {
                throw Failure(
                    .dataError,
                    "op \(seq.number): the hub refused it (\(error.code.rawValue)): \(error.message)")
            }
            try cast.read(timeoutMs: 1_000)
            try checkPatience(since: start)
        }
    }
}
