public import WebSocket

/// A text message on its way to many connections, framed once for each kind of receiver.
///
/// It knows no connection; ``ConnectionLoop/send(_:to:)`` finds which of its frames a connection may have.
public final class Fanout {
    private let payload: [UInt8]
    private let deflater: SharedDeflater?
    private var compression = Compression.notTried

    private enum Compression {
        case notTried
        /// Too short to be worth it, or nobody's to do.
        case plain
        case shared(SharedFrame)
    }

    /// - Parameter deflater: the group's, whose window moves on as soon as one receiver takes part in it.
    public init(text payload: [UInt8], deflater: SharedDeflater? = nil) {
        self.payload = payload
        self.deflater = deflater
    }

    lazy var plain: [UInt8] = FrameEncoder.frame(.text, payload: payload)

    /// The compressed frame, for a receiver that takes part in the group's window; nil where it goes plain.
    var shared: SharedFrame? {
        if case .notTried = compression {
            // A copy of the reference: a span of a stored property would not outlive its access.
            let payload = payload
            let frame = deflater?.frame(text: payload.span.bytes)
            compression = frame.map { .shared($0) } ?? .plain
        }
        if case .shared(let frame) = compression { return frame }
        return nil
    }

    /// The frame for a connection with a window of its own.
    func frame(by deflater: MessageDeflater) -> [UInt8] {
        let payload = payload
        return deflater.frame(.text, payload: payload.span.bytes)
    }
}
