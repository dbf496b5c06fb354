import Testing

@testable import chatos_torture

@Suite struct HubOrderTests {
    @Test(arguments: [
        HubOrder.stop, .disk(.none), .disk(.kill(at: 3, .all)), .killAtCommit(at: 2, .before),
        .killAtCommit(at: 2, .after),
    ])
    func `what is written is read back`(order: HubOrder) {
        #expect(HubOrder(order.line) == order)
    }

    @Test(arguments: ["stop now", "commit", "commit 1 during", "commit x after", "dance"])
    func `what is no order is none`(line: String) {
        #expect(HubOrder(line) == nil)
    }
}
