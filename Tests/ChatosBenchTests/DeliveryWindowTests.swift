import Testing

@testable import chatos_bench

struct DeliveryWindowTests {
    @Test func `a window of one waits for every receiver`() {
        var window = DeliveryWindow(size: 1, receivers: 3)
        #expect(window.isOpen && window.isComplete)
        window.noteSent()
        for _ in 0..<2 { window.noteDelivered() }
        #expect(!window.isOpen)
        window.noteDelivered()
        #expect(window.isOpen && window.isComplete)
    }

    @Test func `as many as its size are under way`() {
        var window = DeliveryWindow(size: 4, receivers: 10)
        var sent = 0
        while window.isOpen {
            window.noteSent()
            sent += 1
        }
        #expect(sent == 4)
        for _ in 0..<10 { window.noteDelivered() }
        #expect(window.isOpen && !window.isComplete)
    }
}
