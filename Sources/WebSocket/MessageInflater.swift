/// The compressed messages of one connection, inflated as they come (RFC 7692 section 7.2.2). It doesn't know
/// what is in them: whoever feeds it checks the bytes that come out.
///
/// A peer may announce a little and mean a lot, so what comes out is bounded while it comes, and nothing is
/// allocated before the first compressed frame. Its storage is shared by no one and goes with the connection.
final class MessageInflater {
    /// What a sender cuts off a message's end, section 7.2.1: the marks of an empty block.
    static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    static let broken = ProtocolViolation(
        code: .invalidFramePayloadData, message: "compressed data is broken")
    private static let tooLarge = ProtocolViolation(code: .messageTooBig, message: "a message is too large")

    private let window: DeflateAgreement.Incoming
    private let limits: Limits
    private var stream: InflateStream?
    private var message = MessageBuffer()
    /// The compressed bytes that the frames of this message announced so far.
    private var announced = 0
    /// A block that was marked as the last ended the stream, and nothing came behind it, in whatever message.
    private var isEnded = false

    init(_ window: DeflateAgreement.Incoming, limits: Limits) {
        self.window = window
        self.limits = limits
    }

    /// The bytes of the message so far, valid until the next call that changes it.
    var bytes: UnsafeRawBufferPointer { message.bytes }

    /// The bytes of storage that hold the message.
    var capacity: Int { message.capacity }

    /// Whether a compressed message has begun and not ended.
    private(set) var isArriving = false

    var holdsStream: Bool { stream != nil }

    /// Judges a frame by its header alone: the message's first frame, or another.
    func admit(payloadCount: Int, isFirst: Bool) throws(ProtocolViolation) {
        if isFirst { announced = 0 }
        guard payloadCount <= limits.compressedBytes - announced else { throw MessageInflater.tooLarge }
        announced += payloadCount
        isArriving = true
    }

    /// Inflates the next bytes, and shows `check` what came out of them, in order.
    func take(
        _ input: UnsafeRawBufferPointer,
        check: (UnsafeRawBufferPointer) throws(ProtocolViolation) -> Void
    ) throws(ProtocolViolation) {
        if input.isEmpty { return }
        try inflate(input, check: check)
    }

    /// Ends the message, whose last bytes may be still to come out.
    func finish(
        check: (UnsafeRawBufferPointer) throws(ProtocolViolation) -> Void
    ) throws(ProtocolViolation) {
        if needsTail {
            try MessageInflater.tail.withUnsafeBufferPointer { tail throws(ProtocolViolation) in
                try inflate(UnsafeRawBufferPointer(tail), check: check)
            }
            guard !needsTail else { throw MessageInflater.broken }
        }
        isArriving = false
        // Between messages a stream is worth its memory for its window alone.
        if !window.takesOver { stream = nil }
    }

    /// Drops the message, which was read.
    func forget() {
        message.clear()
    }

    /// Gives back what is held for the sake of the next message, if it can do without.
    func trim() {
        message.trim()
    }

    /// Gives everything back; nothing is inflated any more.
    func release() {
        stream = nil
        message.clear()
        message.trim()
    }

    /// Whether the stream is inside a block, as it is before the tail when the sender cut that off.
    ///
    /// It isn't after an empty message of no byte or a last fragment of none, for a zlib that is asked twice
    /// to flush says nothing the second time; nor after a last block at the very end. Neither leaves anything
    /// open.
    private var needsTail: Bool {
        guard let stream, !isEnded else { return false }
        return !stream.isBetweenBlocks
    }

    /// What may come out at most: the largest message, and beyond a floor so many times what went in.
    ///
    /// It counts what the frames announced, not what of them came, so that the verdict on a message doesn't
    /// depend on how it was cut.
    private var allowance: Int {
        let (grown, overflow) = announced.multipliedReportingOverflow(by: limits.inflationRatio)
        return min(limits.messageBytes, overflow ? .max : max(grown, limits.inflationFloor))
    }

    private func inflate(
        _ input: UnsafeRawBufferPointer,
        check: (UnsafeRawBufferPointer) throws(ProtocolViolation) -> Void
    ) throws(ProtocolViolation) {
        let stream = self.stream ?? begin()
        let allowance = allowance
        var input = input
        while true {
            if isEnded {
                if input.isEmpty { return }
                stream.continueAfterEnd()
                isEnded = false
            }
            // One byte more than is allowed has room, so that a message of just the size is told from a
            // larger.
            let left = allowance - message.count
            let room = message.free(atLeast: 1)
            let output = UnsafeMutableRawBufferPointer(
                rebasing: room.count > left ? room[...left] : room[...])
            let (written, outcome) = stream.inflate(&input, into: output)
            try check(UnsafeRawBufferPointer(rebasing: output[..<min(written, left)]))
            guard written <= left else { throw MessageInflater.tooLarge }
            message.advance(by: written)
            switch outcome {
            case .needsInput: return
            case .needsRoom: break
            case .ended: isEnded = true
            case .broken: throw MessageInflater.broken
            }
        }
    }

    private func begin() -> InflateStream {
        let begun = InflateStream(windowBits: window.windowBits)
        stream = begun
        isEnded = false
        return begun
    }
}
