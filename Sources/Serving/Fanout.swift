import WebSocket

/// Text messages on their way to the same connections, framed once for each kind of receiver.
///
/// It knows no connection; the loop finds which of its frames a connection may have.
final class Fanout {
    /// One message: its plain frame, and once somebody takes part in the group's window, its frame there.
    private struct Message {
        let payload: [UInt8]
        var shared: SharedFrame?
    }

    let deflater: SharedDeflater?
    private var messages: [Message] = []
    /// Whether some message came with its frame.
    private var hasFrames = false
    /// All plain frames, one behind the other.
    private(set) var plain: [UInt8] = []
    /// The same in the group's window, where a message is worth it; nil while nobody has asked.
    private var shared: [UInt8]?

    /// - Parameter deflater: the group's, whose window moves on as soon as one receiver takes part in it.
    init(deflater: SharedDeflater? = nil) {
        self.deflater = deflater
    }

    var count: Int { messages.count }

    /// - Parameter frame: the message's frame in the group's window, where it has been made already.
    func append(text payload: [UInt8], _ frame: SharedFrame? = nil) {
        precondition(shared == nil, "what has been framed for some is not added to")
        messages.append(Message(payload: payload, shared: frame))
        hasFrames = hasFrames || frame != nil
        FrameEncoder.append(.text, payload: payload.span.bytes, to: &plain)
    }

    /// What a connection is sent that takes part in the group's window.
    func bytes(for receiver: inout SharedReceiver) -> [UInt8] {
        let shared = shared ?? frameInWindow()
        var admitted = 0
        for message in messages {
            if let frame = message.shared, !receiver.admits(frame) { break }
            admitted += 1
        }
        if admitted == messages.count { return shared }
        // It came in between. What it was admitted to it must have; the rest it gets plain.
        var bytes: [UInt8] = []
        for (place, message) in messages.enumerated() {
            if place < admitted, let frame = message.shared {
                bytes += frame.bytes
            } else {
                FrameEncoder.append(.text, payload: message.payload.span.bytes, to: &bytes)
            }
        }
        return bytes
    }

    /// What a connection is sent that has a window of its own.
    func bytes(by deflater: MessageDeflater) -> [UInt8] {
        messages.flatMap { deflater.frame(.text, payload: $0.payload.span.bytes) }
    }

    private func frameInWindow() -> [UInt8] {
        guard deflater != nil || hasFrames else {
            shared = plain
            return plain
        }
        var bytes: [UInt8] = []
        for place in messages.indices {
            let payload = messages[place].payload
            if let frame = messages[place].shared ?? deflater?.frame(text: payload.span.bytes) {
                messages[place].shared = frame
                bytes += frame.bytes
            } else {
                FrameEncoder.append(.text, payload: payload.span.bytes, to: &bytes)
            }
        }
        shared = bytes
        return bytes
    }
}
