import Glibc
import HubProtocol
import HubServer
import SQLite
import Storage
import Trials

/// Rounds of compacting, erasing and importing while people talk in another room; each ends with a power cut
/// or a kill in the midst of it, after which a room is as it was before or as it was to become, and nothing
/// between.
final class UpkeepRounds {
    struct Report {
        var rounds = 0
        /// Changes that were answered, and so must be there.
        var done = 0
        /// Changes that a cut came into, by whether they are there afterwards.
        var cutBefore = 0
        var cutAfter = 0
        var acknowledged = 0
        var logged = 0
        var violations: [Violation] = []
    }

    /// A change that may have been made or not.
    private struct Pending {
        let room: RoomName
        let before: KeptRoom?
        let after: KeptRoom
        let what: String
    }

    private let settings: TortureSettings
    private let folder: TemporaryFolder
    private let troupe: Troupe
    private var data: String
    private var images = 0
    private var generator: Chance
    private var rooms: [RoomName: KeptRoom] = [:]
    private var pending: Pending?
    private var made = 0
    private var report = Report()

    private static let mostRooms = 4

    init(_ settings: TortureSettings) throws(Failure) {
        self.settings = settings
        folder = try TemporaryFolder()
        troupe = Troupe(clients: 4, rooms: 1, seed: settings.seed)
        generator = Chance(seed: settings.seed &+ 2)
        data = folder.path + "/data"
        mkdir(data, 0o700)
    }

    func run() throws -> Report {
        while report.rounds < settings.rounds, troupe.ledger.violations.isEmpty {
            report.rounds += 1
            try round()
        }
        let hub = try start()
        if try hub.listens() { try check(hub) } else { violation("the last hub did not start") }
        hub.end()
        troupe.leave()
        report.acknowledged = troupe.clients.reduce(0) { $0 + $1.acknowledged.count }
        report.violations = troupe.ledger.violations
        return report
    }

    private func start() throws -> HubProcess {
        try HubProcess(
            program: settings.program, data: data, log: folder.path + "/log", seed: generator.next())
    }

    private func violation(_ what: String) { troupe.ledger.note(.misbehaved, what) }

    private func round() throws {
        let hub = try start()
        guard try hub.listens() else { return violation("a hub did not start: \(hub.notes.last ?? "")") }
        try check(hub)
        guard troupe.ledger.violations.isEmpty else { return }
        // While the hub surely holds its folder: it must be the hub that is asked.
        let client = try AdminClient(folder: data)
        let image = "\(folder.path)/image-\(images + 1)"
        let how = try arm(hub, image)
        while !hub.hasEnded, pending == nil, troupe.ledger.violations.isEmpty {
            for client in troupe.clients where client.outbox.count < 40 {
                client.say(using: &troupe.generator)
            }
            change(client)
            troupe.hear(timeoutMs: 1)
        }
        try hub.wait()
        troupe.leave()
        settings.note("  round \(report.rounds): \(how), in \(pending?.what ?? "nothing")")
        if access(image, F_OK) == 0 {
            FileBytes.removeFolder(data)
            data = image
            images += 1
        } else if hub.status != 128 + SIGKILL {
            violation("the hub ended by itself: \(hub.notes)")
        }
    }

    /// Sets what will end the hub. A power cut hardly ever falls between a commit and its answer; in a
    /// quarter of the rounds the hub is killed there.
    private func arm(_ hub: HubProcess, _ image: String) throws -> String {
        if generator.happens(25) {
            let at = Int.random(in: 1...20, using: &generator)
            try hub.tell(.killAtCommit(at: at, .after))
            return "killed after commit \(at)"
        }
        let most = 1 << Int.random(in: 3...11, using: &generator)
        let at = Int.random(in: 1...most, using: &generator)
        try hub.tell(.disk(.powerCut(at: at, .all, image: image)))
        return "power cut at change \(at)"
    }

    // MARK: Changing

    /// Asks for one change at random and waits for the answer.
    private func change(_ client: AdminClient) {
        let next = choose()
        do {
            if next.request == nil {
                let file = next.pending.after.sessionFile
                _ = try client.perform(.importSession(next.pending.room, file: "kept")) { output in
                    try output.write(file)
                    try output.close()
                }
            } else if let request = next.request {
                _ = try client.perform(request)
            }
            report.done += 1
            rooms[next.pending.room] = next.pending.after
        } catch let error as AdminError where error.code == .refused || error.code == .badFile {
            violation("\(next.pending.what) was refused: \(error.message)")
        } catch {
            // The hub has gone without an answer.
            pending = next.pending
        }
    }

    /// - Returns: a change, and the request for it; without one it is an import.
    private func choose() -> (pending: Pending, request: AdminRequest?) {
        let names = rooms.keys.sorted { $0.text < $1.text }
        guard let name = names.randomElement(using: &generator), let before = rooms[name],
            names.count >= UpkeepRounds.mostRooms || !generator.happens(25)
        else { return choiceOfImport() }
        var after = before
        if generator.happens(50), let seq = before.erasable.randomElement(using: &generator),
            let place = Seq(UInt64(seq))
        {
            after.erase(seq)
            let what = "erasing op \(seq) of \(name.text)"
            return (
                Pending(room: name, before: before, after: after, what: what),
                .erase(name, place, actor: "torture")
            )
        }
        if before.ops.count < 40, names.count > 1 {
            // There is little left to change: it makes place for another.
            rooms[name] = nil
            return choiceOfImport()
        }
        let count = Int.random(in: 0...before.ops.count, using: &generator)
        after.compact(keeping: count)
        let what = "compacting \(name.text) to \(count)"
        return (
            Pending(room: name, before: before, after: after, what: what),
            .compactKeeping(name, UInt64(count))
        )
    }

    private func choiceOfImport() -> (pending: Pending, request: AdminRequest?) {
        made += 1
        guard let name = RoomName("kept \(made)") else { preconditionFailure("that is a name") }
        let count = Int.random(in: 50...900, using: &generator)
        let room = KeptRoom(count: count, filler: String(repeating: "\(made) ", count: 40))
        return (Pending(room: name, before: nil, after: room, what: "importing \(name.text)"), nil)
    }

    // MARK: Checking

    /// Compares what the cut has left, with a hub on it that has cleared up.
    private func check(_ hub: HubProcess) throws {
        let log = try LogCheck(data: data, ledger: troupe.ledger)
        try log.check(troupe, settled: false)
        let connection = try Connection(path: data + "/chatos.sqlite3", access: .readOnly)
        if let pending {
            let ops = try KeptRoom.ops(of: pending.room, in: connection)
            // A compaction that drops nothing is both.
            if ops == pending.after.ops {
                rooms[pending.room] = pending.after
                report.cutAfter += 1
            } else if ops == pending.before?.ops {
                rooms[pending.room] = pending.before
                report.cutBefore += 1
            } else {
                let count = ops.map { "\($0.count)" } ?? "no"
                troupe.ledger.note(.different, "a cut left \(pending.what) half done, with \(count) ops")
            }
        }
        pending = nil
        for (name, room) in rooms where try KeptRoom.ops(of: name, in: connection) != room.ops {
            troupe.ledger.note(.lost, "\(name.text) is not as its last change left it")
        }
        let hidden = try connection.statement("SELECT count(*) FROM rooms WHERE name GLOB 'import/*'")
        defer { hidden.reset() }
        if try hidden.step(), hidden.integer(0) > 0 { violation("an import that was cut off is still there") }
        hidden.reset()
        try log.verify(troupe.rooms + rooms.keys)
        guard troupe.ledger.violations.isEmpty else { return }
        guard troupe.settle(on: hub) else { return violation("the hub ended: \(hub.notes)") }
        let logs = try log.check(troupe, settled: false)
        report.logged = logs.values.reduce(0) { $0 + $1.ops.count }
    }
}
