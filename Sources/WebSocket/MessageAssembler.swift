internal import Bytes

/// The message that is arriving: which frame may come next, how large it may get, whether its text is UTF-8.
///
/// It holds the bytes of fragmented messages only; a message in one frame stays where it was received.
struct MessageAssembler: ~Copyable {
    /// Where the payload of an admitted frame goes.
    enum Placement: Equatable {
        /// The frame is the whole message: its payload can stay in the receive queue.
        case inPlace
        /// The payload is appended to ``bytes`` as it comes. A compressed message would go this way too,
        /// inflated in ``append(_:of:)``, whatever the number of its frames.
        case assembled
    }

    private enum State {
        case idle
        case arriving(MessageKind, fragments: Int)
    }

    private let limits: Limits
    private var state = State.idle
    private var validator = UTF8Validator()
    /// The payloads of the frames so far.
    private(set) var bytes = ReceiveQueue()

    init(limits: Limits) {
        self.limits = limits
    }

    /// Judges a data frame by its header alone, before any of its payload is looked at.
    mutating func admit(_ header: FrameHeader) throws(ProtocolViolation) -> Placement {
        let kind: MessageKind
        let fragments: Int
        switch (state, header.opcode) {
        case (.idle, .text):
            (kind, fragments) = (.text, 1)
        case (.idle, .binary):
            (kind, fragments) = (.binary, 1)
        case (.arriving(let begun, let earlier), .continuation):
            (kind, fragments) = (begun, earlier + 1)
        case (.idle, _):
            throw .broken("a continuation without a message")
        case (.arriving, _):
            throw .broken("a new message inside a fragmented one")
        }
        guard fragments <= limits.fragments else {
            throw ProtocolViolation(code: .policyViolation, message: "a message has too many fragments")
        }
        guard header.payloadCount <= limits.messageBytes - bytes.count else {
            throw ProtocolViolation(code: .messageTooBig, message: "a message is too large")
        }
        state = .arriving(kind, fragments: fragments)
        return fragments == 1 && header.isFinal ? .inPlace : .assembled
    }

    /// Checks the next bytes of the message: those of `queue` in `range`, unmasked. `isASCII` says that they
    /// are known to be, which spares the second pass over them.
    mutating func check(
        _ range: Range<Int>, of queue: borrowing ReceiveQueue, isASCII: Bool
    ) throws(ProtocolViolation) {
        guard case .arriving(.text, _) = state else { return }
        if isASCII && validator.isComplete { return }
        guard queue.withBytes({ validator.consume($0.extracting(range)) }) else { throw .notUTF8 }
    }

    /// Keeps the next bytes of the message: the first `count` of `queue`, checked.
    mutating func append(_ count: Int, of queue: borrowing ReceiveQueue) {
        queue.withBytes { bytes.append($0.extracting(0..<count)) }
    }

    /// Ends the message with its last frame; its kept bytes stay until ``forget()``.
    mutating func finish() throws(ProtocolViolation) -> MessageKind {
        guard case .arriving(let kind, _) = state else { preconditionFailure("no message is arriving") }
        guard validator.isComplete else { throw .notUTF8 }
        state = .idle
        return kind
    }

    mutating func forget() {
        bytes.consume(bytes.count)
    }

    /// Gives back what is held for the sake of the next message.
    mutating func trim() {
        bytes.trim()
    }
}
