internal import Bytes

/// The message that is arriving: which frame may come next, how large it may get, whether its text is UTF-8.
///
/// It holds the bytes of fragmented messages only; a message in one frame stays where it was received, and
/// one that was compressed is its inflater's.
struct MessageAssembler: ~Copyable {
    /// Where the payload of an admitted frame goes.
    enum Placement: Equatable {
        /// The frame is the whole message: its payload can stay in the receive queue.
        case inPlace
        /// The payload is appended to ``bytes`` as it comes.
        case assembled
        /// The payload is inflated as it comes, whatever the number of the message's frames.
        case inflated
    }

    private enum State {
        case idle
        case arriving(MessageKind, fragments: Int32)
    }

    /// The payloads of a fragmented message's frames so far. Most messages come in one, and most connections
    /// have none of it.
    private final class Fragments {
        var bytes = ReceiveQueue()
    }

    private let limits: Limits
    private var kept: Fragments?
    /// Nil if no compression was agreed on.
    let inflater: MessageInflater?
    private var state = State.idle
    private var validator = UTF8Validator()

    init(limits: Limits, inflater: MessageInflater? = nil) {
        self.limits = limits
        self.inflater = inflater
    }

    /// Judges a data frame of a plain message by its header alone, before any of its payload is looked at.
    mutating func admit(_ header: FrameHeader) throws(ProtocolViolation) -> Placement {
        let (kind, fragments) = try place(of: header.opcode)
        guard header.payloadCount <= limits.messageBytes - (kept?.bytes.count ?? 0) else {
            throw ProtocolViolation(code: .messageTooBig, message: "a message is too large")
        }
        state = .arriving(kind, fragments: fragments)
        return fragments == 1 && header.isFinal ? .inPlace : .assembled
    }

    /// What a data frame is a part of, and which part: it begins a message, or goes on with one.
    private func place(
        of opcode: Opcode
    ) throws(ProtocolViolation) -> (kind: MessageKind, fragments: Int32) {
        let kind: MessageKind
        let fragments: Int32
        switch (state, opcode) {
        case (.idle, .text):
            (kind, fragments) = (.text, 1)
        case (.idle, .binary):
            (kind, fragments) = (.binary, 1)
        case (.arriving(let begun, let earlier), .continuation):
            (kind, fragments) = (begun, earlier == .max ? earlier : earlier + 1)
        case (.idle, _):
            throw .broken("a continuation without a message")
        case (.arriving, _):
            throw .broken("a new message inside a fragmented one")
        }
        try checkFragments(fragments)
        return (kind, fragments)
    }

    private func checkFragments(_ count: Int32) throws(ProtocolViolation) {
        guard count <= limits.fragments else {
            throw ProtocolViolation(code: .policyViolation, message: "a message has too many fragments")
        }
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
        let kept = kept ?? Fragments()
        self.kept = kept
        queue.withBytes { kept.bytes.append($0.extracting(0..<count)) }
    }

    /// Ends the message with its last frame; its kept bytes stay until ``forget()``.
    mutating func finish() throws(ProtocolViolation) -> MessageKind {
        guard case .arriving(let kind, _) = state else { preconditionFailure("no message is arriving") }
        guard validator.isComplete else { throw .notUTF8 }
        state = .idle
        return kind
    }

    /// The bytes kept of the message, wherever; only one kind of message is kept at a time.
    var message: UnsafeRawBufferPointer {
        // Not inlined into the way of messages that stay in place.
        @inline(never) get {
            if let inflater, !inflater.bytes.isEmpty { return inflater.bytes }
            guard let kept else { return UnsafeRawBufferPointer(start: nil, count: 0) }
            // The storage is the queue's own: it lasts until the assembler is changed.
            return kept.bytes.withBytes { bytes in bytes.withUnsafeBytes { $0 } }
        }
    }

    /// The bytes of storage held for fragmented messages.
    var keptCapacity: Int { kept?.bytes.capacity ?? 0 }

    mutating func forget() {
        if let kept { kept.bytes.consume(kept.bytes.count) }
        inflater?.forget()
    }

    /// Gives back what is held for the sake of the next message.
    mutating func trim() {
        if kept?.bytes.isEmpty == true { kept = nil }
        inflater?.trim()
    }

    /// Gives back everything; no message will arrive any more.
    mutating func release() {
        forget()
        kept = nil
        inflater?.release()
    }
}

// MARK: - Compressed messages

extension MessageAssembler {
    /// Whether a data frame is to be admitted as one of a compressed message, and read so. The two kinds of
    /// messages part ways here, so that plain ones pay nothing for what they don't use.
    func isCompressed(_ header: FrameHeader) -> Bool {
        guard let inflater else { return false }
        return header.isCompressed || inflater.isArriving
    }

    /// Judges a data frame of a compressed message by its header alone.
    mutating func admitCompressed(_ header: FrameHeader) throws(ProtocolViolation) {
        guard let inflater else { preconditionFailure("no compression was agreed on") }
        let (kind, fragments) = try place(of: header.opcode)
        try inflater.admit(payloadCount: header.payloadCount, isFirst: fragments == 1)
        state = .arriving(kind, fragments: fragments)
    }

    /// Inflates the next bytes of the message, the first `count` of `queue`, unmasked. What comes out is
    /// checked as it comes.
    mutating func inflate(_ count: Int, of queue: borrowing ReceiveQueue) throws(ProtocolViolation) {
        guard let inflater, case .arriving(let kind, _) = state else {
            preconditionFailure("no compressed message is arriving")
        }
        try queue.withBytes { bytes throws(ProtocolViolation) in
            // The pointer stays in the call, as the span does.
            let input = bytes.extracting(0..<count).withUnsafeBytes { $0 }
            try inflater.take(input) { inflated throws(ProtocolViolation) in
                try checkInflated(inflated, of: kind)
            }
        }
    }

    /// Ends the message with its last frame; its bytes stay until ``forget()``.
    mutating func finishInflated() throws(ProtocolViolation) -> MessageKind {
        guard let inflater, case .arriving(let kind, _) = state else {
            preconditionFailure("no compressed message is arriving")
        }
        try inflater.finish { inflated throws(ProtocolViolation) in
            try checkInflated(inflated, of: kind)
        }
        guard validator.isComplete else { throw .notUTF8 }
        state = .idle
        return kind
    }

    private mutating func checkInflated(
        _ bytes: UnsafeRawBufferPointer, of kind: MessageKind
    ) throws(ProtocolViolation) {
        guard kind == .binary || validator.consume(bytes.bytes) else { throw .notUTF8 }
    }
}
