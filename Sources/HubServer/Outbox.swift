import Sockets

/// What waits to be sent on one connection, in order. Frames are shared with other outboxes, not copied.
///
/// It knows no bound: whoever fills it looks at ``bytes`` and decides.
struct Outbox {
    private var parts: [[UInt8]] = []
    /// How many of `parts` are sent, and how much of the next.
    private var sentParts = 0
    private var sentBytes = 0
    /// Waiting to be sent.
    private(set) var bytes = 0

    var isEmpty: Bool { bytes == 0 }

    mutating func append(_ part: [UInt8]) {
        guard !part.isEmpty else { return }
        parts.append(part)
        bytes += part.count
    }

    enum Flush {
        case done
        case blocked
        case broken
    }

    /// Sends as much as the kernel takes.
    mutating func flush(to socket: borrowing Socket) -> Flush {
        while sentParts < parts.count {
            switch socket.writeVector(parts[sentParts...], skipping: sentBytes) {
            case .bytes(let count): advance(count)
            case .wouldBlock: return .blocked
            case .ended, .failed: return .broken
            }
        }
        parts.removeAll(keepingCapacity: parts.capacity <= 64)
        sentParts = 0
        return .done
    }

    /// Forgets all but what is left of a part that has been sent in part, so that the stream stays a stream of frames.
    mutating func dropUnsent() {
        let begun = sentBytes > 0 ? parts[sentParts] : nil
        parts = begun.map { [$0] } ?? []
        sentParts = 0
        bytes = begun.map { $0.count - sentBytes } ?? 0
    }

    private mutating func advance(_ count: Int) {
        bytes -= count
        var left = count + sentBytes
        while sentParts < parts.count, left >= parts[sentParts].count {
            left -= parts[sentParts].count
            // The frame's memory goes with the last outbox that sent it.
            parts[sentParts] = []
            sentParts += 1
        }
        sentBytes = left
        // A member that never reads quite all must not make the list grow for ever.
        if sentParts > 64, sentParts > parts.count / 2 {
            parts.removeFirst(sentParts)
            sentParts = 0
        }
    }
}
