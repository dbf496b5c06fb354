import Glibc
import HubProtocol
import Sockets

/// A disk whose n-th change fails, n = 1, 2, 3, ..., until nothing is left that could fail.
///
/// Every run has a hub and a folder of its own, and clients that say the same in the same order.
struct DiskSweep {
    /// One way of failing.
    struct Kind {
        let error: DiskError
        let isLasting: Bool
        /// Whether the power is cut when all are well again: a sync that failed must not have been believed.
        var endsInPowerCut = false

        static let all = DiskError.allCases.flatMap { error in
            [
                Kind(error: error, isLasting: false), Kind(error: error, isLasting: true),
                Kind(error: error, isLasting: false, endsInPowerCut: true),
            ]
        }

        var name: String {
            "\(error.rawValue) \(isLasting ? "for long" : "once")"
                + (endsInPowerCut ? ", then a power cut" : "")
        }
    }

    struct Report {
        var runs = 0
        /// Runs in which members were sent away and came back.
        var recovered = 0
        /// Runs in which nobody noticed: the change could wait, or was done again.
        var unnoticed = 0
        /// Runs in which the hub refused to start.
        var refused = 0
        var violations: [Violation] = []
    }

    /// Far more than a run makes; one that never ends would be found at last.
    private static let mostChanges = 400

    let settings: TortureSettings

    // MARK: While it runs

    /// Fails changes of a hub that runs, from when its members are there until it has stopped.
    func running(_ kind: Kind, upTo most: Int = mostChanges) throws -> Report {
        var report = Report()
        for number in 1...most {
            report.runs += 1
            let run = try DiskRun(settings, kind, at: number)
            let wasHit = try run.go(&report)
            report.violations += run.violations
            guard wasHit, report.violations.isEmpty else { return report }
        }
        if most == DiskSweep.mostChanges {
            report.violations.append(
                Violation(kind: .misbehaved, what: "a run makes \(most) changes, or more"))
        }
        return report
    }

    // MARK: As it starts

    /// Fails changes of a hub that starts for the first time, until it listens.
    func starting(_ kind: Kind, upTo most: Int = mostChanges) throws -> Report {
        var report = Report()
        for number in 1...most {
            report.runs += 1
            let wasHit = try start(kind, at: number, &report)
            guard wasHit, report.violations.isEmpty else { return report }
        }
        return report
    }

    private func start(_ kind: Kind, at number: Int, _ report: inout Report) throws -> Bool {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        mkdir(data, 0o700)
        let troupe = Troupe(clients: 2, rooms: 1, seed: settings.seed)
        let mishap = DiskMishap.failure(at: number, kind.error, lasting: kind.isLasting)
        let hub = try HubProcess(
            program: settings.program, data: data, log: folder.path + "/log", seed: settings.seed,
            mishap: mishap)
        let listens = try hub.listens()
        let wasHit = !hub.failures.isEmpty
        if listens {
            if wasHit { report.unnoticed += 1 }
            hub.end()
        } else {
            report.refused += 1
            let isClear =
                hub.notes.count == 1 && hub.notes[0].hasPrefix("chatos-torture: the database refused")
            if hub.status != Failure.Code.ioError.rawValue || !isClear {
                troupe.ledger.note(
                    .misbehaved,
                    "\(kind.name) at change \(number) of the start: status \(hub.status ?? -1), \(hub.notes)")
            }
        }
        // Whatever was half made, the next start goes on with it.
        let next = try HubProcess(
            program: settings.program, data: data, log: folder.path + "/log2", seed: settings.seed)
        if try next.listens(), troupe.settle(on: next) {
            try LogCheck(data: data, ledger: troupe.ledger).check(troupe, settled: false)
        } else {
            troupe.ledger.note(.misbehaved, "after \(kind.name) at change \(number): \(next.notes)")
        }
        // Before its folder goes: a hub that runs on would make files in it.
        next.end()
        report.violations += troupe.ledger.violations
        return wasHit
    }
}
