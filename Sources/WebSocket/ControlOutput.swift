internal import Bytes

/// The control frames that wait to be sent, in order, and at most so many of them pongs.
///
/// It decides nothing: what is sent and when is for the ``WebSocketConnection`` to say.
struct ControlOutput {
    /// What waits. Most of the time that is nothing, and then it takes no more than a word.
    private final class Waiting {
        var bytes: [UInt8] = []
        var pongs = 0
        var newestPong = 0..<0
    }

    private var waiting: Waiting?
    private let waitingPongs: Int32
    private let masks: Bool

    init(masks: Bool, waitingPongs: Int) {
        self.masks = masks
        self.waitingPongs = Int32(clamping: waitingPongs)
    }

    var isEmpty: Bool { waiting == nil }

    mutating func append(_ opcode: Opcode, payload: RawSpan) {
        append(opcode, payload: payload, to: begun())
    }

    /// Answers a ping whose payload is the first `count` bytes of `queue`. Beyond the limit the answer takes
    /// the place of the newest before it.
    mutating func appendPong(_ count: Int, of queue: borrowing ReceiveQueue) {
        let waiting = begun()
        if waiting.pongs == waitingPongs {
            waiting.bytes.removeSubrange(waiting.newestPong)
        } else {
            waiting.pongs += 1
        }
        let start = waiting.bytes.count
        queue.withBytes { append(.pong, payload: $0.extracting(0..<count), to: waiting) }
        waiting.newestPong = start..<waiting.bytes.count
    }

    /// All that waits, once.
    mutating func take() -> [UInt8] {
        let bytes = waiting?.bytes ?? []
        waiting = nil
        return bytes
    }

    private mutating func begun() -> Waiting {
        if let waiting { return waiting }
        let begun = Waiting()
        waiting = begun
        return begun
    }

    private func append(_ opcode: Opcode, payload: RawSpan, to waiting: Waiting) {
        let mask = masks ? MaskingKey.random().value : nil
        FrameEncoder.append(opcode, payload: payload, mask: mask, to: &waiting.bytes)
    }
}
