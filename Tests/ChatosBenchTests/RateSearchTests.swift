import Testing

@testable import chatos_bench

struct RateSearchTests {
    /// Tries until the search is over, and returns the rates tried.
    private func run(_ search: inout RateSearch, holds: (Double) -> Bool) -> [Double] {
        var tried: [Double] = []
        while let rate = search.next, tried.count < 100 {
            tried.append(rate)
            search.note(rate, holds: holds(rate))
        }
        return tried
    }

    @Test(arguments: [150, 1_000, 17_000, 123_456] as [Double])
    func `the highest rate that holds is found to the gap, from below and from above`(capacity: Double) {
        for first in [100, 20_000, 1_000_000] as [Double] {
            var search = RateSearch(from: first)
            let tried = run(&search) { $0 <= capacity }
            #expect(search.held <= capacity && capacity < search.failed)
            #expect(search.failed - search.held <= 0.06 * search.failed)
            #expect(tried.count < 60)
        }
    }

    @Test func `a rate that failed once is tried again`() {
        var search = RateSearch(from: 1_000)
        search.note(1_000, holds: false)
        #expect(search.next == 1_000)
        search.note(1_000, holds: true)
        #expect(search.held == 1_000)
        #expect(search.next == 2_000)
    }

    @Test func `where nothing holds the search ends`() {
        var search = RateSearch(from: 20_000)
        #expect(run(&search) { _ in false }.count < 40)
        #expect(search.held == 0)
    }
}
