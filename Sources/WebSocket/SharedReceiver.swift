/// What one connection can read of the frames of ``SharedDeflater``s, by what it was sent before. It sends
/// nothing.
///
/// A connection has one for its life, and it can't be copied: a copy would not know what was sent.
public struct SharedReceiver: ~Copyable {
    private let window: SharedWindow
    /// The place of the frame that the connection could read next.
    private var next: UInt64?

    public init(_ window: SharedWindow) {
        self.window = window
    }

    /// Whether `frame` is to be sent to the connection, and must be then. If not, the same message is sent
    /// plain; no later frame is admitted until the next one that begins anew.
    public mutating func admits(_ frame: borrowing SharedFrame) -> Bool {
        guard frame.windowBits <= window.windowBits,
            frame.beginsAnew || (window.takesOver && frame.place == next)
        else { return false }
        next = frame.place &+ 1
        return true
    }
}
