import Testing

@testable import chatos_torture

/// A few rounds of each kind; `make torture` runs many.
@Suite(.serialized) struct RoundsTests {
    @Test func `[F17] [O1] [U85] whoever is killed at whatever moment has every acknowledged op in the log`()
        throws
    {
        let report = try Rounds(.kill, BuiltProgram.settings(seed: 11, rounds: 4)).run()
        #expect(report.violations == [])
        #expect(report.rounds == 4)
        #expect(report.acknowledged > 50)
    }

    @Test func `[OP4] [U84] [O1] a power cut takes nothing that was acknowledged, whenever it comes`() throws
    {
        let report = try Rounds(.powerCut, BuiltProgram.settings(seed: 15, rounds: 6)).run()
        #expect(report.violations == [])
        #expect(report.rounds == 6)
        #expect(report.acknowledged > 50)
        #expect(report.cutsInLog > 0)
    }

    @Test func `a hub that does not wait for the disk is seen to lose what it acknowledged`() throws {
        let settings = BuiltProgram.settings(seed: 12, rounds: 20)
        let report = try Rounds(.powerCut, durability: "relaxed", settings).run()
        #expect(report.lost > 0)
        // Whole transactions are gone, and what is left is sound.
        #expect(!report.violations.contains { [.broken, .doubled].contains($0.kind) })
    }
}
