internal import Bytes

/// The control frames that wait to be sent, in order, and at most so many of them pongs.
///
/// It decides nothing: what is sent and when is for the ``WebSocketConnection`` to say.
struct ControlOutput {
    private let waitingPongs: Int
    private let masks: Bool
    private var bytes: [UInt8] = []
    private var pongs = 0
    private var newestPong = 0..<0

    init(masks: Bool, waitingPongs: Int) {
        self.masks = masks
        self.waitingPongs = waitingPongs
    }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ opcode: Opcode, payload: RawSpan) {
        let mask = masks ? MaskingKey.random().value : nil
        FrameEncoder.append(opcode, payload: payload, mask: mask, to: &bytes)
    }

    /// Answers a ping whose payload is the first `count` bytes of `queue`. Beyond the limit the answer takes
    /// the place of the newest before it.
    mutating func appendPong(_ count: Int, of queue: borrowing ReceiveQueue) {
        if pongs == waitingPongs {
            bytes.removeSubrange(newestPong)
        } else {
            pongs += 1
        }
        let start = bytes.count
        queue.withBytes { append(.pong, payload: $0.extracting(0..<count)) }
        newestPong = start..<bytes.count
    }

    /// All that waits, once.
    mutating func take() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        pongs = 0
        newestPong = 0..<0
        return taken
    }
}
