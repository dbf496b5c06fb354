/// The messages of one connection, compressed in a window of its own (RFC 7692 section 7.2.1). It sends
/// nothing.
///
/// Every frame it makes must be sent on that connection, in order; plain frames may come between them.
/// Nothing is allocated before the first message that is worth it.
public final class MessageDeflater {
    private let window: DedicatedWindow
    private var stream: DeflateStream?

    public init(_ window: DedicatedWindow) {
        self.window = window
    }

    /// The frame of a message: compressed, or plain if it is shorter than the settings' threshold.
    ///
    /// What is secret must not be compressed together with what others can choose, or they may find it by the
    /// sizes of the frames; such a message goes plain, by ``FrameEncoder``.
    ///
    /// - Parameter mask: the key of a client's frame.
    public func frame(_ kind: MessageKind, payload: RawSpan, mask: UInt32? = nil) -> [UInt8] {
        let opcode = Opcode(kind)
        guard payload.byteCount >= window.settings.threshold else {
            return FrameEncoder.frame(opcode, payload: payload, mask: mask)
        }
        let stream = self.stream ?? begin()
        if !window.takesOver { stream.reset() }
        return stream.withMessage(payload) { compressed in
            FrameEncoder.compressedFrame(opcode, payload: compressed, mask: mask)
        }
    }

    /// Gives back what the next message can do without, for a connection that has gone quiet: all of it if no
    /// context is taken over.
    public func trim() {
        if window.takesOver { stream?.trim() } else { stream = nil }
    }

    private func begin() -> DeflateStream {
        let begun = DeflateStream(
            windowBits: window.windowBits, memLevel: window.settings.memLevel, level: window.settings.level)
        stream = begun
        return begun
    }
}
