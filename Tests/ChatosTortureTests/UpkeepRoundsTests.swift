import Testing

@testable import chatos_torture

/// A few rounds; `make torture` runs many.
struct UpkeepRoundsTests {
    @Test func `[MT1] a power cut leaves maintenance undone or done, and takes nothing acknowledged`() throws
    {
        let report = try UpkeepRounds(BuiltProgram.settings(seed: 21, rounds: 5)).run()
        #expect(report.violations == [])
        #expect(report.rounds == 5)
        #expect(report.done > 0)
        #expect(report.cutBefore + report.cutAfter > 0)
    }
}
