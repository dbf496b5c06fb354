import HubProtocol
import Rooms
import Testing

@testable import HubServer

@Suite struct LinkTests {
    private let order = GuestOrder.broadcast([UInt8](repeating: 1, count: 1 << 16), nil, to: [7])

    @Test func `a turn with nothing to say makes no letter`() {
        var link = Link()
        #expect(link.takeLetter(from: 1, expectsMore: true) == nil)
        link.add(.pause(MemberID(1)))
        link.add(.left(MemberID(2)))
        let letter = link.takeLetter(from: 1, expectsMore: true)
        #expect(letter?.from == 1 && letter?.orders.count == 1 && letter?.news.count == 1)
        #expect(letter?.expectsMore == true)
        #expect(link.takeLetter(from: 1, expectsMore: true) == nil)
    }

    @Test func `a loop that carries nothing out is congested, until it has caught up`() {
        var (home, other) = (Link(), Link())
        var orders = 0
        while !home.isCongested {
            home.add(order)
            orders += 1
        }
        #expect((8...17).contains(orders))
        other.carriedOut(orders * order.weight)
        guard case .carriedOut(let weight) = other.takeLetter(from: 1, expectsMore: false)?.news.first else {
            Issue.record("what was carried out is not told")
            return
        }
        home.wasCarriedOut(weight)
        #expect(!home.isCongested)
    }

    @Test func `what was carried out is told in steps that can't leave the other congested for ever`() {
        var (home, other) = (Link(), Link())
        var told = 0
        var carried = 0
        for _ in 0..<1_000 {
            home.add(order)
            other.carriedOut(order.weight)
            carried += order.weight
            for case .carriedOut(let weight) in other.takeLetter(from: 1, expectsMore: false)?.news ?? [] {
                home.wasCarriedOut(weight)
                told += weight
            }
            // All has been carried out; what is not told yet must not count as a jam.
            #expect(!home.isCongested)
        }
        #expect(told <= carried && carried - told < Link.underwayMost / 2)
    }
}
