import Sockets

/// One connection of the load, opened and ready for messages.
///
/// What it sends and what it makes of the answers is the scenario's matter.
final class LoadConnection {
    let socket: Socket
    let index: Int
    var scanner = FrameScanner()
    /// Bytes that came right behind the opening.
    var early: [UInt8]

    /// When each message that has no answer yet was due.
    var due: TimeQueue
    /// Bytes of the frame stream that are still to be sent, and where in a copy they begin.
    var unsent = 0
    var streamOffset = 0
    /// Whether the poller has been asked to tell when the kernel takes more.
    var waitsToWrite = false
    /// Messages that have come whole.
    var received = 0
    /// The payload so far of a message that came in parts, where it is to be looked at.
    var parts: [UInt8] = []

    init(_ opened: consuming Opening.Opened, index: Int, depth: Int = 1) {
        early = opened.early
        socket = opened.takeSocket()
        self.index = index
        due = TimeQueue(capacity: depth)
    }
}
