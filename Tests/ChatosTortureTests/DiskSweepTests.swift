import Testing

@testable import chatos_torture

/// The first changes of each way of failing; `make torture` goes on until none is left.
@Suite(.serialized) struct DiskSweepTests {
    private let sweep = DiskSweep(settings: BuiltProgram.settings(seed: 13, rounds: 1))

    @Test(arguments: DiskSweep.Kind.all)
    func `a change that fails under members sends them away, and all is there when they come back`(
        kind: DiskSweep.Kind
    ) throws {
        let report = try sweep.running(kind, upTo: 3)
        #expect(report.violations == [])
        #expect(report.runs == 3)
        #expect(report.recovered == 3)
    }

    @Test(arguments: DiskSweep.Kind.all.filter { !$0.endsInPowerCut })
    func `a change that fails as a hub starts is one line and an exit code, and the next start goes on`(
        kind: DiskSweep.Kind
    ) throws {
        let report = try sweep.starting(kind, upTo: 4)
        #expect(report.violations == [])
        #expect(report.refused > 0)
    }
}
