import Glibc
import HubClient
import HubProtocol
import Sockets

/// One run of a hub whose disk fails at a change: what members are told, what the operator is told, and that
/// all goes on afterwards.
final class DiskRun {
    private let kind: DiskSweep.Kind
    private let number: Int
    private let folder: TemporaryFolder
    private var data: String
    private let troupe: Troupe
    private let settings: TortureSettings
    private let hub: HubProcess

    /// Ops that each client says, one after the other.
    private static let steps = 4

    init(_ settings: TortureSettings, _ kind: DiskSweep.Kind, at number: Int) throws {
        self.settings = settings
        self.kind = kind
        self.number = number
        folder = try TemporaryFolder()
        data = folder.path + "/data"
        mkdir(data, 0o700)
        // With one room, a failure leaves nobody who could prove at once that the disk is well again.
        troupe = Troupe(clients: 5, rooms: kind.isLasting ? 2 : 1, seed: settings.seed &+ UInt64(number))
        hub = try HubProcess(
            program: settings.program, data: data, log: folder.path + "/log", seed: settings.seed)
    }

    /// A hub that runs on would make files in a folder that goes.
    deinit {
        hub.end()
    }

    var violations: [Violation] { troupe.ledger.violations }

    private func violation(_ what: String) {
        troupe.ledger.note(.misbehaved, "\(kind.name) at change \(number): \(what)")
    }

    /// - Returns: whether there was a change to fail.
    func go(_ report: inout DiskSweep.Report) throws -> Bool {
        guard try hub.listens(), troupe.settle(on: hub) else {
            violation("the hub did not start: \(hub.notes)")
            return false
        }
        try hub.tell(.disk(.failure(at: number, kind.error, lasting: kind.isLasting)))
        var noticed = false
        for _ in 0..<DiskRun.steps {
            for client in troupe.clients { client.say(using: &troupe.generator) }
            if try !await() {
                noticed = true
                try recover()
            }
            guard violations.isEmpty else { return true }
        }
        try kind.endsInPowerCut ? cutPower() : stop()
        let wasHit = !hub.failures.isEmpty
        if noticed { report.recovered += 1 } else if wasHit { report.unnoticed += 1 }
        // What is logged as they leave may fail too, and nobody is left to be told but the operator.
        if noticed || !hub.notes.isEmpty { checkNotes(recovered: noticed) }
        try startAgain()
        return wasHit
    }

    private func stop() throws {
        try hub.tell(.stop)
        try troupe.hear(untilEndOf: hub)
        if hub.status != 0 { violation("the stop ended with \(hub.status ?? -1): \(hub.notes)") }
    }

    private func cutPower() throws {
        let image = folder.path + "/image"
        try hub.tell(.disk(.powerCut(at: 1, .all, image: image)))
        for client in troupe.clients { client.say(using: &troupe.generator) }
        try troupe.hear(untilEndOf: hub)
        data = image
    }

    /// Waits until all is acknowledged; false when somebody was sent away.
    private func await() throws -> Bool {
        for _ in 0..<1_000 {
            troupe.hear(timeoutMs: 5)
            if hub.hasEnded {
                violation("the hub ended with \(hub.status ?? -1): \(hub.notes)")
                return true
            }
            if troupe.clients.contains(where: { $0.connection == nil }) { return false }
            if troupe.clients.allSatisfy(\.outbox.isEmpty) { return true }
        }
        violation("neither acknowledged nor sent away within 5 s")
        return true
    }

    // MARK: After a failure

    /// The disk failed under a transaction: everybody concerned is sent away, and comes back.
    private func recover() throws {
        checkThatAllWereSentAway()
        try LogCheck(data: data, ledger: troupe.ledger).check(troupe, settled: false)
        guard let port = hub.port else { return }
        if Health.status(port: port) != 503 {
            violation("/healthz is \(Health.status(port: port) ?? 0), not 503")
        }
        checkNotes()
        if kind.isLasting {
            // Coming back too early is being sent away again, or left waiting, and never more than that.
            for client in troupe.clients { _ = client.connect(port: port) }
            for _ in 0..<20 { troupe.hear(timeoutMs: 5) }
            try LogCheck(data: data, ledger: troupe.ledger).check(troupe, settled: false)
            if Health.status(port: port) != 503 { violation("/healthz is well while the disk is not") }
            try hub.tell(.disk(.none))
        }
        guard troupe.settle(on: hub) else { return violation("the hub ended: \(hub.notes)") }
        if Health.status(port: port) != 200 {
            violation("/healthz is \(Health.status(port: port) ?? 0), not 200")
        }
        try LogCheck(data: data, ledger: troupe.ledger).check(troupe, settled: false)
    }

    private func checkThatAllWereSentAway() {
        for _ in 0..<400 where troupe.clients.contains(where: { $0.connection != nil }) {
            // In two rooms, one's op may have been committed before the disk failed.
            if troupe.clients.allSatisfy({ $0.connection == nil || $0.outbox.isEmpty }) { break }
            troupe.hear(timeoutMs: 5)
        }
        for client in troupe.clients {
            if client.connection != nil {
                if !client.outbox.isEmpty {
                    client.violation(.misbehaved, "was not sent away, nor acknowledged")
                }
            } else if client.closeCode != Disconnect.storageFailed.rawValue {
                client.violation(.misbehaved, "was sent away with \(client.closeCode ?? 0)")
            }
        }
    }

    /// One failure is one line, which says what failed, however many transactions it concerned; with
    /// `recovered`, so is its end.
    private func checkNotes(recovered: Bool = false) {
        let beginnings = [
            "hub: the log can't be written: SQLite error ", "hub: the log can be written again",
        ]
        let notes = hub.notes
        let isRight =
            notes.count == (recovered ? 2 : 1)
            && zip(notes, beginnings).allSatisfy { $0.hasPrefix($1) }
        if !isRight { violation("the log says \(notes)") }
    }

    /// Another hub on what this one has left.
    private func startAgain() throws {
        let next = try HubProcess(
            program: settings.program, data: data, log: folder.path + "/log2", seed: settings.seed)
        guard try next.listens() else { return violation("no start afterwards: \(next.notes)") }
        let check = try LogCheck(data: data, ledger: troupe.ledger)
        try check.check(troupe, settled: false)
        try check.verify(troupe.rooms)
        next.end()
    }
}
