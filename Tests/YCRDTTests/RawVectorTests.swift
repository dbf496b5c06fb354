import TestSupport
import Testing

@testable import YCRDT

struct RawVectorTests {
    @Test func `it does what an array does`() {
        var random = SeededGenerator(seed: 3)
        var vector = RawVector<Int>()
        defer { vector.deallocate() }
        var array: [Int] = []
        for step in 0..<2000 {
            switch random.below(4) {
            case 0:
                vector.append(step)
                array.append(step)
            case 1:
                let place = random.below(array.count + 1)
                vector.insert(step, at: place)
                array.insert(step, at: place)
            case 2:
                let added = [step, step + 1, step + 2]
                vector.append(added, 3)
                array += added
            default:
                let start = random.below(array.count + 1)
                let end = start + random.below(min(3, array.count - start) + 1)
                vector.removeSubrange(start..<end)
                array.removeSubrange(start..<end)
            }
        }
        #expect((0..<vector.count).map { vector[$0] } == array)
    }
}
