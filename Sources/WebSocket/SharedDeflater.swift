/// The messages of a group, each compressed once for all its members, in a window that they share. It knows
/// no member: a ``SharedReceiver`` tells which of its frames its connection may be sent.
///
/// A frame refers to those before it, so it can be read by who got all of them since the last ``reset()``. To
/// reset when somebody joins lets all read on together. Only what the whole group may know belongs here; what
/// goes to one member goes plain, in a frame that touches no window.
public final class SharedDeflater {
    private let settings: DeflateSettings
    private var stream: DeflateStream?
    /// The place of the next frame, or nil if it is to begin anew.
    private var next: UInt64?

    /// - Parameter settings: those of the policy by which the members' handshakes were answered.
    public init(_ settings: DeflateSettings) {
        self.settings = settings
    }

    /// Messages of fewer bytes go plain.
    public var threshold: Int { settings.threshold }

    /// Makes the next frame refer to nothing before it, so that whoever joined can read it. It costs nothing
    /// until then, however many join.
    public func reset() {
        next = nil
    }

    /// The frame of a text message, or nil if it is below the ``threshold`` and goes plain to everybody.
    ///
    /// The window has moved on with it: a receiver that admits it must be sent it.
    public func frame(text payload: RawSpan) -> SharedFrame? {
        guard payload.byteCount >= threshold else { return nil }
        let stream = self.stream ?? begin()
        if !settings.takesOver { next = nil }
        let beginsAnew = next == nil
        if beginsAnew { stream.reset() }
        // Drawn at random, no place is mistaken for one of another group's or of before a reset.
        let place = next ?? UInt64.random(in: .min ... .max)
        next = place &+ 1
        let bytes = stream.withMessage(payload) { compressed in
            FrameEncoder.compressedFrame(.text, payload: compressed)
        }
        return SharedFrame(
            bytes: bytes, windowBits: settings.windowBits, place: place, beginsAnew: beginsAnew)
    }

    /// Gives the compressor back, for a group that has gone quiet. The next frame begins anew.
    public func release() {
        stream = nil
        next = nil
    }

    private func begin() -> DeflateStream {
        let begun = DeflateStream(
            windowBits: settings.windowBits, memLevel: settings.memLevel, level: settings.level)
        stream = begun
        return begun
    }
}

/// A server's frame for many receivers, compressed in the window that they share.
public struct SharedFrame: Sendable {
    /// The frame itself. Only a connection whose ``SharedReceiver`` admits the frame can read it.
    public let bytes: [UInt8]
    let windowBits: Int
    let place: UInt64
    /// It refers to no frame before it.
    let beginsAnew: Bool
}
