/// How many messages a closed-loop publisher may send: so many that at most `size` are on their way to
/// somebody.
struct DeliveryWindow {
    let size: Int
    let receivers: Int
    private(set) var sent = 0
    private(set) var delivered = 0

    init(size: Int, receivers: Int) {
        precondition(size > 0 && receivers > 0, "nothing could ever be sent")
        self.size = size
        self.receivers = receivers
    }

    var isComplete: Bool { delivered == sent * receivers }
    /// Deliveries are counted all together: a straggler counts for one, not for a whole message.
    var isOpen: Bool { sent * receivers - delivered <= (size - 1) * receivers }

    mutating func noteSent() { sent += 1 }
    mutating func noteDelivered() { delivered += 1 }
}
