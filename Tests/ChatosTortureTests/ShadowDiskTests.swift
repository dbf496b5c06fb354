import Testing
import Trials

@testable import chatos_torture

@Suite struct ShadowDiskTests {
    private func outcomes(_ disk: ShadowDisk) -> Set<[String: [UInt8]]> {
        var chance = Chance(seed: 1)
        return Set((0..<300).map { _ in disk.afterPowerCut(using: &chance) })
    }

    @Test func `what the folder held at first is there`() {
        #expect(outcomes(ShadowDisk(["a": [1], "b": []])) == [["a": [1], "b": []]])
    }

    @Test func `a synced file without a synced name may be gone`() {
        var disk = ShadowDisk()
        let file = disk.open("a")
        disk.update(file) { $0.write([1], at: 0) }
        disk.update(file) { $0.sync() }
        #expect(outcomes(disk) == [[:], ["a": [1]]])
        disk.syncFolder()
        #expect(outcomes(disk) == [["a": [1]]])
    }

    @Test func `a removed file may be back until the folder is synced, and so may the one it replaced`() {
        var disk = ShadowDisk(["a": [1]])
        disk.remove("a")
        #expect(!disk.has("a"))
        #expect(outcomes(disk) == [[:], ["a": [1]]])
        let second = disk.open("a")
        disk.update(second) { $0.write([2], at: 0) }
        disk.update(second) { $0.sync() }
        #expect(outcomes(disk) == [["a": [1]], ["a": [2]]])
        disk.syncFolder()
        #expect(outcomes(disk) == [["a": [2]]])
    }

    @Test func `it knows which files have something to lose`() {
        var disk = ShadowDisk(["a": [1], "b": [2]])
        let file = disk.open("b")
        #expect(disk.name(of: file) == "b")
        #expect(disk.unsynced.isEmpty)
        disk.update(file) { $0.write([3], at: 0) }
        #expect(disk.unsynced == ["b"])
    }

    @Test func `a file that is still open after its name is gone for good harms nobody`() {
        var disk = ShadowDisk(["a": [1]])
        let file = disk.open("a")
        disk.remove("a")
        disk.syncFolder()
        disk.update(file) { $0.write([2], at: 0) }
        #expect(outcomes(disk) == [[:]])
    }

    @Test func `a seed determines the image`() {
        var disk = ShadowDisk()
        for name in ["a", "b", "c", "d"] {
            let file = disk.open(name)
            disk.update(file) { $0.write([UInt8](repeating: 7, count: 9_000), at: 0) }
        }
        var one = Chance(seed: 5)
        var other = Chance(seed: 5)
        #expect(disk.afterPowerCut(using: &one) == disk.afterPowerCut(using: &other))
    }
}
