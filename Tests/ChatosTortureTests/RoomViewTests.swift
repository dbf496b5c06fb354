import HubProtocol
import Testing

@testable import chatos_torture

@Suite struct RoomViewTests {
    private func op(_ text: String) -> ShownOp {
        ShownOp(at: 1, author: Author(id: "a", name: "Ada"), payload: Array(text.utf8))
    }

    @Test func `[OP5] ops come one by one; a gap and another op in the place of one are seen`() {
        var view = RoomView()
        #expect(view.show(op("one"), at: 1) == .isNext)
        #expect(view.show(op("three"), at: 3) == .leavesGap)
        #expect(view.show(op("two"), at: 2) == .isNext)
        #expect(view.show(op("one"), at: 1) == .isKnown)
        #expect(view.show(op("two"), at: 1) == .isDifferent)
        #expect(view.show(op("none"), at: 0) == .leavesGap)
        #expect(view.head == 2)
    }
}
