import Testing
import YCRDT

struct DeleteSetTests {
    @Test func `ranges are sorted and joined, however they come`() {
        var set = DeleteSet()
        set.insert([8..<9, 0..<2, 2..<4, 1..<3, 6..<6], of: 1)
        #expect(set.ranges == [1: [0..<4, 8..<9]])
        set.insert([4..<8], of: 1)
        #expect(set.ranges == [1: [0..<9]] && set.count == 1)
    }

    @Test func `what is in it is known, and taken out of it`() {
        var set = DeleteSet()
        set.insert([2..<5, 7..<20], of: 1)
        #expect((0..<21).filter { set.contains(ItemID(client: 1, clock: $0)) } == [2, 3, 4] + Array(7..<20))
        #expect(!set.contains(ItemID(client: 2, clock: 3)))
        var other = DeleteSet()
        other.insert([0..<3, 4..<8, 10..<12, 19..<30], of: 1)
        #expect(set.subtracting(other).ranges == [1: [3..<4, 8..<10, 12..<19]])
        #expect(set.subtracting(set).isEmpty)
    }

    @Test func `it is read as it was written, and refused when it ends early`() throws {
        var set = DeleteSet()
        set.insert([2..<5, 700..<2000], of: 1)
        set.insert([0..<1], of: 1 << 40)
        let bytes = set.encoded()
        #expect(try DeleteSet(decoding: bytes) == set)
        for end in 0..<bytes.count {
            #expect(throws: UpdateError.self) { try DeleteSet(decoding: Array(bytes[..<end])) }
        }
    }
}
