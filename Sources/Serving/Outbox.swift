import Sockets
import WebSocket

/// What waits to be sent on one connection, in order. Small parts are gathered into one buffer, large ones
/// are shared with other outboxes and not copied.
///
/// It knows no bound: whoever fills it looks at ``bytes`` and decides.
struct Outbox {
    /// Most of the time nothing waits, and then an outbox is no more than a word.
    private var waiting: WaitingParts?

    enum Flush {
        case done
        case blocked
        case broken
    }

    /// Waiting to be sent.
    var bytes: Int { waiting?.bytes ?? 0 }

    var isEmpty: Bool { waiting == nil }

    mutating func append(_ part: [UInt8]) {
        if !part.isEmpty { begun().append(part) }
    }

    /// Appends bytes that are somebody else's.
    ///
    /// - Parameter isRest: whether what comes before them, of the same frame, has gone already.
    mutating func append(_ rest: UnsafeRawBufferPointer, isRest: Bool = false) {
        if !rest.isEmpty { begun().append(rest, isRest: isRest) }
    }

    /// Appends a frame of the server's: its header and its payload.
    mutating func append(_ opcode: Opcode, payload: RawSpan) {
        begun().append(opcode, payload: payload)
    }

    /// Sends as much as the kernel takes.
    mutating func flush(to transport: borrowing Transport) -> Flush {
        if transport.hasUnsent, case .failed = transport.flush() { return .broken }
        if let waiting {
            switch waiting.send(to: transport) {
            case .done: self.waiting = nil
            case .blocked: return .blocked
            case .broken: return .broken
            }
        }
        return transport.hasUnsent ? .blocked : .done
    }

    /// Forgets all but what is left of the first part if some of it went already: a frame that was begun must
    /// be ended.
    ///
    /// The part may be several frames; they go whole.
    mutating func dropUnsent() {
        waiting?.dropUnsent()
        if waiting?.bytes == 0 { waiting = nil }
    }

    private mutating func begun() -> WaitingParts {
        if let waiting { return waiting }
        let begun = WaitingParts()
        waiting = begun
        return begun
    }
}

/// The parts of one outbox in which something waits.
private final class WaitingParts {
    /// Up to here a part is copied behind the one before: that costs less than a vector of its own in each
    /// write.
    private static let copiedMost = 4_096
    /// The buffer is closed when it has so much: what can be dropped is dropped by the part.
    private static let sealedAt = 1 << 16

    /// Sealed parts, before `tail`. The first `sentParts` are sent, and `sentBytes` of what follows.
    private var parts: [[UInt8]] = []
    private var sentParts = 0
    private var sentBytes = 0
    /// Whether the first bytes that wait are the rest of a frame that went in part before it came here.
    private var beginsInside = false
    /// The part that grows.
    private var tail: [UInt8] = []
    /// Waiting to be sent.
    private(set) var bytes = 0

    func append(_ part: [UInt8]) {
        bytes += part.count
        if part.count <= WaitingParts.copiedMost {
            tail.append(contentsOf: part)
            if tail.count >= WaitingParts.sealedAt { seal() }
        } else {
            seal()
            parts.append(part)
        }
    }

    /// Appends bytes that are somebody else's.
    ///
    /// - Parameter isRest: whether what comes before them, of the same frame, has gone already.
    func append(_ rest: UnsafeRawBufferPointer, isRest: Bool) {
        if bytes == 0 { beginsInside = isRest }
        bytes += rest.count
        tail.append(contentsOf: rest)
        if tail.count >= WaitingParts.sealedAt { seal() }
    }

    /// Appends a frame of the server's: its header and its payload.
    func append(_ opcode: Opcode, payload: RawSpan) {
        let before = tail.count
        FrameEncoder.append(opcode, payload: payload, to: &tail)
        bytes += tail.count - before
        if tail.count >= WaitingParts.sealedAt { seal() }
    }

    private func seal() {
        guard !tail.isEmpty else { return }
        parts.append(tail)
        tail = []
    }

    /// Sends as much as the kernel takes.
    func send(to socket: borrowing Transport) -> Outbox.Flush {
        if parts.isEmpty {
            switch flushTail(to: socket) {
            case .done: return .done
            case .blocked: break
            case .broken: return .broken
            }
        }
        seal()
        while sentParts < parts.count {
            switch socket.writeVector(parts[sentParts...], skipping: sentBytes) {
            case .bytes(let count): advance(count)
            case .wouldBlock: return .blocked
            case .ended, .failed: return .broken
            }
        }
        parts = []
        sentParts = 0
        return .done
    }

    /// The usual case: one buffer, sent whole. It is given back then: most of what is sent never comes here.
    private func flushTail(to socket: borrowing Transport) -> Outbox.Flush {
        while bytes > 0 {
            switch tail.withUnsafeBytes({ socket.write(UnsafeRawBufferPointer(rebasing: $0[sentBytes...])) })
            {
            case .bytes(let count):
                sentBytes += count
                bytes -= count
            case .wouldBlock: return .blocked
            case .ended, .failed: return .broken
            }
        }
        sentBytes = 0
        beginsInside = false
        tail = []
        return .done
    }

    /// Keeps nothing but the part that was begun.
    func dropUnsent() {
        seal()
        let isBegun = sentParts < parts.count && (sentBytes > 0 || beginsInside)
        let begun = isBegun ? parts[sentParts] : nil
        parts = begun.map { [$0] } ?? []
        sentParts = 0
        bytes = begun.map { $0.count - sentBytes } ?? 0
    }

    private func advance(_ count: Int) {
        bytes -= count
        var left = count + sentBytes
        while sentParts < parts.count, left >= parts[sentParts].count {
            left -= parts[sentParts].count
            // The part's memory goes with the last outbox that sent it.
            parts[sentParts] = []
            sentParts += 1
            beginsInside = false
        }
        sentBytes = left
        // A peer that never reads quite all must not make the list grow for ever.
        if sentParts > 64, sentParts > parts.count / 2 {
            parts.removeFirst(sentParts)
            sentParts = 0
        }
    }
}
