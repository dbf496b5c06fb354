internal import Bytes

/// One end of a WebSocket connection (RFC 6455) after its opening handshake, as a machine: bytes in, events
/// out.
///
/// It has no socket and no clock: the owner reads and writes, pings, and decides how long to wait. It sends
/// pongs and close frames by itself; messages are the owner's to encode, with ``FrameEncoder``, while
/// ``isOpen``.
public struct WebSocketConnection: ~Copyable {
    public enum Role: Sendable {
        case server, client
    }

    /// What happened.
    public enum Event: Sendable {
        /// A whole message; ``withMessage(_:)`` gives its bytes, checked to be UTF-8 if it is text.
        case message(MessageKind)
        /// The peer answered a ping, or sent a pong unasked.
        case pong
        /// The peer's close came and our own is in the output. The code is nil if the peer gave none.
        case closed(CloseCode?, reason: String)
        /// The peer broke the protocol or a limit; the close that says so is in the output.
        case failed(CloseCode, String)
    }

    // In this order they leave little room between them, and ten thousand connections have all of it.
    var queue = ReceiveQueue()
    let parser: FrameParser
    /// How far the closing handshake is.
    public internal(set) var state = State.open
    var reading = Reading.header
    var assembler: MessageAssembler
    var output: ControlOutput

    /// - Parameter compression: what the handshake agreed on, if it did. The peer's compressed messages are
    ///   inflated then and come like others; ours are the owner's to compress, or to send as they are.
    public init(role: Role, limits: Limits, compression: DeflateAgreement? = nil) {
        parser = FrameParser(expectsMask: role == .server, allowsCompression: compression != nil)
        let inflater = compression.map { MessageInflater($0.incoming, limits: limits) }
        assembler = MessageAssembler(limits: limits, inflater: inflater)
        output = ControlOutput(masks: role == .client, waitingPongs: limits.waitingPongs)
    }

    /// Whether messages may be sent.
    public var isOpen: Bool {
        switch state {
        case .open: true
        case .closing, .closed: false
        }
    }

    /// Takes bytes as read from the socket. They wait, unbounded, until ``nextEvent()`` has returned nil, so
    /// drain it after each read. After the end they are dropped.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        forgetAnnounced()
        switch state {
        case .open, .closing: queue.append(bytes)
        case .closed: break
        }
    }

    /// Takes the first `count` bytes of `buffer` without copying them, if nothing waits from before; they are
    /// unmasked where they are. Call ``endLoan()`` before the buffer is used for anything else.
    public mutating func receive(borrowing buffer: UnsafeMutableRawBufferPointer, count: Int) {
        forgetAnnounced()
        switch state {
        case .open, .closing:
            guard queue.isEmpty else {
                return queue.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
            queue.borrow(buffer, count: count)
        case .closed: break
        }
    }

    /// Keeps a copy of what was borrowed and not yet taken.
    public mutating func endLoan() {
        forgetAnnounced()
        queue.endLoan()
    }

    /// Moves what waits to the front of `buffer` if it is at most `most` bytes; nil if it is more.
    public mutating func moveWaiting(to buffer: UnsafeMutableRawBufferPointer, atMost most: Int) -> Int? {
        forgetAnnounced()
        guard queue.count <= most else { return nil }
        return queue.isEmpty ? 0 : queue.move(to: buffer)
    }

    /// How many bytes wait that are no whole frame yet.
    public var waitingBytes: Int { queue.count }

    /// How many bytes the frame still lacks that has begun to wait in the queue; 0 while there is none.
    public var lackedBytes: Int {
        guard case .data(let header, .inPlace, _) = reading else { return 0 }
        return header.payloadCount - queue.count
    }

    /// Lets `fill` write up to `most` bytes of the frame that has begun, and none of what is behind it, where
    /// they will be taken from, which saves a copy of a large frame; it returns how many it wrote.
    public mutating func receiveFrame(atMost most: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
        forgetAnnounced()
        let lacked = lackedBytes
        queue.append(room: min(most, lacked), total: queue.count + lacked, fill)
    }

    /// Takes bytes as read from the socket.
    public mutating func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { receive($0) }
    }

    /// The next thing that happened, nil when more bytes are needed. A peer's mistake is the event `failed`.
    public mutating func nextEvent() -> Event? {
        forgetAnnounced()
        switch state {
        case .closed: return nil
        case .open, .closing: break
        }
        do {
            return try advance()
        } catch {
            return fail(error)
        }
    }

    /// Calls `body` with the bytes of the message that the last event announced, in place. They are valid
    /// until the next call of ``nextEvent()`` or ``receive(_:)``; there are none if the last event was no
    /// message.
    @inlinable
    public func withMessage<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try body(message.bytes)
    }

    /// Where those bytes are. They stay there until the next call of ``nextEvent()`` or ``receive(_:)``,
    /// whatever else is called meanwhile.
    public var message: UnsafeRawBufferPointer {
        switch reading {
        case .header, .control, .data: UnsafeRawBufferPointer(start: nil, count: 0)
        case .announced(let count): queue.front(count)
        case .announcedAssembled: assembler.message
        }
    }

    /// Whether there are bytes that must be sent.
    public var hasOutput: Bool { !output.isEmpty }

    /// The bytes that must be sent, whole frames, once. Take them only when they can be sent: pongs that wait
    /// here are bounded, those taken are the owner's.
    public mutating func takeOutput() -> [UInt8] {
        output.take()
    }

    /// Begins the closing handshake with a `code` that is valid on the wire. The reason is cut to 123 bytes
    /// between two scalars. It does nothing if a close was sent before.
    public mutating func sendClose(_ code: CloseCode, reason: String = "") {
        switch state.ask() {
        case .sendClose: output.append(.close, payload: ClosePayload.encode(code, reason: reason).span.bytes)
        case .nothing: break
        }
    }

    /// Sends an empty ping if the connection is open.
    ///
    /// An owner pings who has been silent, so what storage was kept for more is given back here.
    public mutating func sendPing() {
        queue.trim()
        assembler.trim()
        if isOpen { output.append(.ping, payload: RawSpan()) }
    }
}
