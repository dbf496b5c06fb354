import Testing
import Trials

@Suite struct ChanceTests {
    @Test func `a seed determines all that follows, and another seed gives something else`() {
        func numbers(_ seed: UInt64) -> [UInt64] {
            var chance = Chance(seed: seed)
            return (0..<8).map { _ in chance.next() }
        }
        #expect(numbers(1) == numbers(1))
        #expect(numbers(1) != numbers(2))
    }

    @Test func `something happens as often as was said`() {
        var chance = Chance(seed: 1)
        let often = (0..<10_000).count { _ in chance.happens(30) }
        #expect((2_800...3_200).contains(often))
        let ever = (0..<1_000).contains { _ in chance.happens(0) }
        #expect(!ever)
    }
}
