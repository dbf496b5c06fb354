import Glibc
import HubProtocol
import Sockets
import Trials

/// What a run is told.
struct TortureSettings {
    /// The program that is the hub.
    let program: String
    let seed: UInt64
    let rounds: Int
    var clients = 20
    var rooms = 4
    /// How long clients act in a round, at most, if nothing ends the hub before.
    var actingMs: UInt64 = 1_500
    /// Told what a run does, a line at a time.
    var note: (String) -> Void = { _ in }
}

/// Rounds of random ops, each of which ends with the hub's end; in the next it must have kept its word.
final class Rounds {
    /// How hubs end.
    enum Ending: String {
        /// By SIGKILL: what the program wrote is there.
        case kill
        /// By a power cut: what it synced is there.
        case powerCut = "power cut"
    }

    struct Report {
        var rounds = 0
        var logged = 0
        var acknowledged = 0
        var transients = 0
        var connections = 0
        var violations: [Violation] = []
        /// How many there were of other kinds than `lost`.
        var otherViolations = 0
        /// The acknowledged ops that the log has no more.
        var lost = 0
        /// Power cuts that had something to take of the write-ahead log.
        var cutsInLog = 0
        /// Power cuts while the write-ahead log was moved into the database.
        var cutsInDatabase = 0
    }

    private let ending: Ending
    private let durability: String
    private let settings: TortureSettings
    private let folder: TemporaryFolder
    private let troupe: Troupe
    /// Where the next hub finds its data.
    private var data: String
    private var images = 0
    private var report = Report()
    private var generator: Chance

    init(_ ending: Ending, durability: String = "full", _ settings: TortureSettings) throws(Failure) {
        self.ending = ending
        self.durability = durability
        self.settings = settings
        folder = try TemporaryFolder()
        troupe = Troupe(clients: settings.clients, rooms: settings.rooms, seed: settings.seed)
        generator = Chance(seed: settings.seed &+ 1)
        data = folder.path + "/data"
        mkdir(data, 0o700)
    }

    /// Ends early when something is found that must not be.
    func run() throws -> Report {
        while report.rounds < settings.rounds, troupe.ledger.violations.isEmpty {
            report.rounds += 1
            try round()
        }
        if troupe.ledger.violations.isEmpty { try lastRound() }
        report.violations = troupe.ledger.violations
        report.acknowledged = troupe.clients.reduce(0) { $0 + $1.acknowledged.count }
        report.transients = troupe.clients.reduce(0) { $0 + $1.transientsShown }
        report.connections = troupe.clients.reduce(0) { $0 + $1.connections }
        report.lost = troupe.ledger.count(.lost)
        report.otherViolations = Violation.Kind.allCases.reduce(-report.lost) { sum, kind in
            sum + troupe.ledger.count(kind)
        }
        return report
    }

    private func round() throws {
        // Now and then the hub does not come as far as to listen.
        let early = generator.happens(10) ? mishap(at: Int.random(in: 1...40, using: &generator)) : .none
        let hub = try start(early)
        guard try hub.listens() else { return ended(hub, "as it started") }
        guard try settle(on: hub) else { return ended(hub, "as clients came") }
        guard troupe.ledger.violations.isEmpty else { return ended(hub, "at once, for what was found") }
        // One that was to end early and did not, ends now.
        let how = early == .none ? try arm(hub) : "late"
        troupe.act(on: hub, forMs: settings.actingMs)
        // What was to end it has not come: now it does.
        if !hub.hasEnded, ending == .powerCut { try hub.tell(.disk(mishap(at: 1))) }
        troupe.act(on: hub, forMs: ending == .kill ? 0 : 5_000)
        ended(hub, how)
    }

    /// Checks what the hub before has left, and waits until everybody has everything; false when the hub has
    /// ended meanwhile.
    private func settle(on hub: HubProcess) throws -> Bool {
        let check = try LogCheck(data: data, ledger: troupe.ledger)
        try check.check(troupe, settled: false)
        try check.verify(troupe.rooms)
        guard troupe.ledger.violations.isEmpty else { return true }
        guard troupe.settle(on: hub) else { return false }
        // What is logged when members come may still be on its way to them.
        var logs = try check.check(troupe, settled: false)
        for _ in 0..<200 where !isShown(logs) {
            troupe.hear(timeoutMs: 5)
            logs = try check.check(troupe, settled: false)
        }
        if hub.hasEnded { return false }
        try check.check(troupe, settled: true)
        report.logged = logs.values.reduce(0) { $0 + $1.ops.count }
        guard let port = hub.port else { return true }
        for (room, log) in logs {
            do {
                try Newcomer.check(room, of: log, port: port, ledger: troupe.ledger)
            } catch {
                if hub.hasEnded { return false }
                throw error
            }
        }
        return true
    }

    private func isShown(_ logs: [RoomName: LogCheck.RoomLog]) -> Bool {
        troupe.clients.allSatisfy { $0.view.head == logs[$0.room]?.ops.count }
    }

    private func start(_ mishap: DiskMishap) throws -> HubProcess {
        try HubProcess(
            program: settings.program, data: data, log: folder.path + "/log", seed: generator.next(),
            durability: durability, mishap: mishap)
    }

    /// Sets what will end the hub.
    private func arm(_ hub: HubProcess) throws -> String {
        // In an eighth of the rounds the hub stops in good order, and ends as it empties its write-ahead log.
        if generator.happens(12) {
            troupe.act(on: hub, forMs: UInt64.random(in: 1...settings.actingMs, using: &generator))
            let at = Int.random(in: 1...200, using: &generator)
            try hub.tell(.disk(mishap(at: at, .database)))
            try hub.tell(.stop)
            return "at change \(at) of the database as it stopped"
        }
        let at = anyNumber
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4 where ending == .kill:
            let ms = UInt64.random(in: 1...settings.actingMs, using: &generator)
            troupe.act(on: hub, forMs: ms)
            hub.end()
            return "after \(ms) ms"
        case 4..<7 where ending == .kill:
            let moment: HubOrder.CommitMoment = generator.happens(75) ? .after : .before
            try hub.tell(.killAtCommit(at: at / 8 + 1, moment))
            return "\(moment.rawValue) commit \(at / 8 + 1)"
        default:
            try hub.tell(.disk(mishap(at: at)))
            return "at change \(at)"
        }
    }

    /// As often early as late, by orders of magnitude or evenly.
    private var anyNumber: Int {
        if generator.happens(50) { return Int.random(in: 1...3_000, using: &generator) }
        let least = 1 << Int.random(in: 0...8, using: &generator)
        return Int.random(in: least...2 * least, using: &generator)
    }

    private func mishap(at: Int, _ part: DiskPart = .all) -> DiskMishap {
        switch ending {
        case .kill: .kill(at: at, part)
        case .powerCut: .powerCut(at: at, part, image: nextImage)
        }
    }

    private var nextImage: String { "\(folder.path)/image-\(images + 1)" }

    /// The hub is gone, or goes now.
    private func ended(_ hub: HubProcess, _ how: String) {
        hub.end()
        troupe.leave()
        if let status = hub.status, status != 128 + SIGKILL, status != 0 {
            let last = hub.notes.last ?? "it said nothing"
            troupe.ledger.note(.misbehaved, "the hub ended by itself with \(status): \(last)")
        }
        // One that stopped in good order before its power was cut left its files.
        if ending == .powerCut, access(nextImage, F_OK) == 0 {
            FileBytes.removeFolder(data)
            data = nextImage
            images += 1
        }
        if hub.unsynced.contains(where: { $0.hasSuffix("-wal") }) { report.cutsInLog += 1 }
        if hub.unsynced.contains(where: { $0.hasSuffix(".sqlite3") }) { report.cutsInDatabase += 1 }
        let logged = troupe.clients.reduce(0) { $0 + $1.acknowledged.count }
        settings.note("  round \(report.rounds): \(ending.rawValue) \(how), \(logged) acknowledged so far")
    }

    /// Nothing goes wrong any more, and everybody must have everything.
    private func lastRound() throws {
        let hub = try start(.none)
        guard try hub.listens(), try settle(on: hub) else {
            troupe.ledger.note(.misbehaved, "the last hub ended: \(hub.notes.last ?? "it said nothing")")
            return
        }
        troupe.act(on: hub, forMs: 100)
        try hub.tell(.stop)
        try troupe.hear(untilEndOf: hub)
        if hub.status != 0 { troupe.ledger.note(.misbehaved, "a stop ended with \(hub.status ?? -1)") }
        try LogCheck(data: data, ledger: troupe.ledger).check(troupe, settled: false)
    }
}
