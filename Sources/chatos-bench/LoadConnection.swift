import Sockets

/// One connection of the load, opened and ready for messages.
///
/// What it sends and what it makes of the answers is the scenario's matter.
final class LoadConnection {
    let socket: Transport
    let index: Int
    /// Whether bytes may wait above the descriptor, which costs a look after every call.
    let isTLS: Bool
    var scanner = FrameScanner()
    /// In the scanner's place where messages may come compressed and are to be read.
    var inflating: InflatingReceiver?
    /// Bytes that came right behind the opening.
    var early: [UInt8]

    /// When each message that has no answer yet was due.
    var due: TimeQueue
    /// Bytes of the frame stream that are still to be sent, and where in a copy they begin.
    var unsent = 0
    var streamOffset = 0
    /// Frames that are still to be sent, where there is no stream.
    var outgoing: [UInt8] = []
    /// Whether there is more to send than the kernel took.
    var waitsToWrite = false
    /// What the poller has been asked to tell.
    var watched: Interest = .read
    /// Messages that have come whole.
    var received = 0
    /// The payload so far of a message that came in parts, where it is to be looked at.
    var parts: [UInt8] = []

    init(_ opened: consuming Opening.Opened, index: Int, depth: Int = 1) {
        early = opened.early
        isTLS = opened.isTLS
        socket = opened.takeTransport()
        self.index = index
        due = TimeQueue(capacity: depth)
    }
}
