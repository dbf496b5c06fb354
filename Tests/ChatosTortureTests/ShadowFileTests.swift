import Testing
import Trials

@testable import chatos_torture

@Suite struct ShadowFileTests {
    /// What is found after a power cut, for many chances.
    private func outcomes(
        _ file: ShadowFile, _ survival: ShadowFile.Survival, sector: Int = 4
    ) -> Set<[UInt8]> {
        var chance = Chance(seed: 1)
        return Set(
            (0..<500).map { _ in file.afterPowerCut(sector: sector, survival: survival, using: &chance) })
    }

    @Test func `what was synced is there however much of the rest survives`() {
        var file = ShadowFile()
        file.write([1, 2, 3, 4, 5], at: 0)
        file.truncate(to: 4)
        file.sync()
        #expect(file.unsyncedCount == 0)
        for survival in ShadowFile.Survival.allCases {
            #expect(outcomes(file, survival) == [[1, 2, 3, 4]])
        }
    }

    @Test func `what was not synced is read by the program, and may be gone`() {
        var file = ShadowFile(synced: [1, 1, 1, 1])
        file.write([2, 2, 2, 2, 2], at: 2)
        #expect(file.current == [1, 1, 2, 2, 2, 2, 2])
        #expect(file.synced == [1, 1, 1, 1])
        #expect(outcomes(file, .none) == [[1, 1, 1, 1]])
        #expect(outcomes(file, .all) == [[1, 1, 2, 2, 2, 2, 2]])
    }

    @Test func `sectors survive whole, each by itself, in any order`() {
        var file = ShadowFile(synced: [0, 0, 0, 0, 0, 0, 0, 0])
        file.write([1, 1, 1, 1], at: 0)
        file.write([2, 2, 2, 2], at: 4)
        // The second without the first is among them.
        #expect(
            outcomes(file, .anySectors) == [
                [0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 2, 2, 2, 2],
                [1, 1, 1, 1, 2, 2, 2, 2],
            ])
    }

    @Test func `a write across sectors may be torn between them, and leaves what lies beside it`() {
        var file = ShadowFile(synced: [9, 9, 9, 9, 9, 9, 9, 9])
        file.write([1, 1, 1, 1], at: 2)
        #expect(
            outcomes(file, .anySectors) == [
                [9, 9, 9, 9, 9, 9, 9, 9], [9, 9, 1, 1, 9, 9, 9, 9], [9, 9, 9, 9, 1, 1, 9, 9],
                [9, 9, 1, 1, 1, 1, 9, 9],
            ])
    }

    @Test func `in order, nothing survives that came after something lost`() {
        var file = ShadowFile(synced: [0, 0, 0, 0, 0, 0, 0, 0])
        file.write([1, 1, 1, 1], at: 0)
        file.write([2, 2, 2, 2], at: 4)
        #expect(
            outcomes(file, .ordered) == [
                [0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 1, 2, 2, 2, 2],
            ])
    }

    @Test func `a size may survive without the bytes, which are zeros then`() {
        var file = ShadowFile()
        file.write([1, 1, 1, 1], at: 0)
        #expect(outcomes(file, .anySectors) == [[], [0, 0, 0, 0], [1, 1, 1, 1]])
    }

    @Test func `a truncation may be lost, and what was cut off is back`() {
        var file = ShadowFile(synced: [1, 1, 1, 1, 2, 2, 2, 2])
        file.truncate(to: 4)
        #expect(file.current == [1, 1, 1, 1])
        #expect(outcomes(file, .none) == [[1, 1, 1, 1, 2, 2, 2, 2]])
        #expect(outcomes(file, .anySectors).contains([1, 1, 1, 1]))
    }

    @Test func `what a failed sync should have written never comes to the disk`() {
        var file = ShadowFile(synced: [1])
        file.write([2], at: 0)
        file.dropChanges()
        file.sync()
        #expect(outcomes(file, .all) == [[1]])
    }
}
