import Glibc
import Sockets
import Trials

/// What there is to torture hubs with.
enum Torture: String, CaseIterable {
    case kill
    case cut
    case relaxed
    case disk
    case upkeep
    case all
}

/// Runs tortures and says what came of them.
enum TortureCommand {
    /// A row of the summary, and whether it is as it must be.
    private struct Row {
        let cells: [String]
        let holds: Bool
    }

    static func run(_ torture: Torture, _ words: [String]) throws {
        let options = try Options(words, valued: ["--seed", "--rounds"])
        let settings = TortureSettings(
            program: "/proc/self/exe",
            seed: try options.seed("--seed", otherwise: MonotonicClock.now() % 1_000_000),
            rounds: try options.count("--rounds", otherwise: 50), note: { Terminal.output($0 + "\n") })
        Terminal.output("seed \(settings.seed)\n")
        var rows: [Row] = []
        for one in torture == .all ? [.kill, .cut, .relaxed, .upkeep, .disk] : [torture] {
            rows += try Self.rows(of: one, settings)
        }
        var table = TextTable([
            "torture", "runs", "logged", "acknowledged", "lost", "other faults", "seconds", "",
        ])
        for row in rows { table.add(row.cells + [row.holds ? "as it must be" : "FAILED"]) }
        Terminal.output("\n" + table.text)
        if rows.contains(where: { !$0.holds }) {
            throw Failure(.violated, "a hub did not keep its word; `--seed \(settings.seed)` tells it again")
        }
    }

    private static func rows(of torture: Torture, _ settings: TortureSettings) throws -> [Row] {
        switch torture {
        case .kill: [try rounds("kill", Rounds(.kill, settings))]
        case .cut: [try rounds("power cut", Rounds(.powerCut, settings))]
        case .relaxed:
            [
                try rounds(
                    "power cut, relaxed", Rounds(.powerCut, durability: "relaxed", settings), mustLose: true)
            ]
        case .upkeep: [try upkeep(settings)]
        case .disk: try disk(settings)
        case .all: []
        }
    }

    private static func rounds(
        _ name: @autoclosure () -> String, _ make: @autoclosure () throws -> Rounds, mustLose: Bool = false
    ) throws -> Row {
        Terminal.output("\(name())\n")
        let start = MonotonicClock.now()
        let report = try make().run()
        tell(report.violations)
        Terminal.output(
            "  \(report.connections) connections, \(report.transients) transient ops shown; cuts that "
                + "found unsynced changes: \(report.cutsInLog) in the write-ahead log, "
                + "\(report.cutsInDatabase) in the database\n"
        )
        return Row(
            cells: [
                name(), "\(report.rounds)", "\(report.logged)", "\(report.acknowledged)", "\(report.lost)",
                "\(report.otherViolations)", seconds(since: start),
            ],
            // A disk that loses nothing when nothing was synced would prove nothing of those that lose
            // nothing.
            holds: mustLose ? report.lost > 0 : report.violations.isEmpty)
    }

    private static func upkeep(_ settings: TortureSettings) throws -> Row {
        Terminal.output("maintenance\n")
        let start = MonotonicClock.now()
        let report = try UpkeepRounds(settings).run()
        tell(report.violations)
        Terminal.output(
            "  \(report.done) changes done; of those cut off \(report.cutBefore) were not made and "
                + "\(report.cutAfter) were\n")
        let lost = report.violations.count { $0.kind == .lost }
        return Row(
            cells: [
                "power cut, maintenance", "\(report.rounds)", "\(report.logged)", "\(report.acknowledged)",
                "\(lost)", "\(report.violations.count - lost)", seconds(since: start),
            ], holds: report.violations.isEmpty)
    }

    private static func disk(_ settings: TortureSettings) throws -> [Row] {
        var rows: [Row] = []
        let sweep = DiskSweep(settings: settings)
        for kind in DiskSweep.Kind.all {
            var phases = [("running", sweep.running)]
            // As it starts, nobody has been promised anything that a power cut could take.
            if !kind.endsInPowerCut { phases.append(("starting", sweep.starting)) }
            for (phase, run) in phases {
                let start = MonotonicClock.now()
                let report = try run(kind, 400)
                tell(report.violations)
                Terminal.output(
                    "  \(kind.name), \(phase): \(report.runs) runs, \(report.recovered) recovered, "
                        + "\(report.refused) refused to start, \(report.unnoticed) went on\n")
                rows.append(
                    Row(
                        cells: [
                            "disk: \(kind.name), \(phase)", "\(report.runs)", "-", "-",
                            "\(report.violations.count { $0.kind == .lost })",
                            "\(report.violations.count { $0.kind != .lost })", seconds(since: start),
                        ], holds: report.violations.isEmpty))
            }
        }
        return rows
    }

    private static func tell(_ violations: [Violation]) {
        for violation in violations.prefix(10) {
            Terminal.output("  \(violation.kind.rawValue): \(violation.what)\n")
        }
        if violations.count > 10 { Terminal.output("  and \(violations.count - 10) more\n") }
    }

    private static func seconds(since start: UInt64) -> String {
        let tenths = (MonotonicClock.now() - start) / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
