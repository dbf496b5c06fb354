import Sockets
public import WebSocket

/// What goes to many: gathered while it is for the same connections, then sent to each in one write.
extension ConnectionLoop {
    /// Messages that wait for the end of the turn, or for something that must not overtake them.
    struct Gathered {
        let tokens: [UInt64]
        let messages: Fanout
    }

    /// Beyond so many bytes gathering more saves nothing.
    private static let gatheredMost = 1 << 16

    /// Sends a text message to all of these, in order with all else that is sent to them.
    ///
    /// - Parameter deflater: what those connections share that compress together.
    public func broadcast(text payload: [UInt8], to tokens: [UInt64], deflater: SharedDeflater? = nil) {
        gather(text: payload, nil, to: tokens, deflater)
    }

    /// The same with its frame in the window that they share, made where others of the group are served too;
    /// nil where it goes plain to all.
    public func broadcast(text payload: [UInt8], compressed frame: SharedFrame?, to tokens: [UInt64]) {
        gather(text: payload, frame, to: tokens, nil)
    }

    private func gather(
        text payload: [UInt8], _ frame: SharedFrame?, to tokens: [UInt64], _ deflater: SharedDeflater?
    ) {
        if let gathered, gathered.tokens == tokens, gathered.messages.deflater === deflater {
            gathered.messages.append(text: payload, frame)
        } else {
            sendGathered()
            let messages = Fanout(deflater: deflater)
            messages.append(text: payload, frame)
            gathered = Gathered(tokens: tokens, messages: messages)
        }
        if let gathered, gathered.messages.plain.count > ConnectionLoop.gatheredMost { sendGathered() }
    }

    /// A write to each of so many costs more than the wait is worth; to fewer it is sent at once.
    private static let heldForLeast = 64
    /// So long at most is waited for more, in nanoseconds: what people can't see, and a disk at its best.
    private static let heldTime: UInt64 = 1_000_000

    /// At the end of a turn: sends what was gathered, or waits a moment for what is about to join it.
    ///
    /// Ops come from the disk in groups. While one group goes out to a thousand members the next is written,
    /// and so each would go out by itself for ever; waiting for it once makes them one.
    func sendGatheredUnlessMoreIsDue() {
        guard let gathered else { return }
        let isWorthIt = gathered.tokens.count >= ConnectionLoop.heldForLeast && service.expectsMore
        guard isWorthIt, now < (heldSince ?? now) + ConnectionLoop.heldTime else { return sendGathered() }
        if heldSince == nil { heldSince = now }
    }

    /// Sends what was gathered. Whatever else is sent calls this first, so that nothing overtakes it.
    public func sendGathered() {
        guard let gathered else { return }
        self.gathered = nil
        heldSince = nil
        for token in gathered.tokens {
            // To one that is closing nothing more is said, though whoever made the list may not know it yet.
            guard let connection = connections[token], let session = connection.session,
                session.machine.isOpen
            else { continue }
            sendAtOnce(bytes(of: gathered.messages, for: session), to: connection)
        }
    }

    private func bytes(of messages: Fanout, for session: WebSocketSession) -> [UInt8] {
        if let deflater = session.deflater { return messages.bytes(by: deflater) }
        return session.withReceiver { messages.bytes(for: &$0) } ?? messages.plain
    }

    /// Writes without another copy where nothing waits; what the kernel does not take waits then.
    private func sendAtOnce(_ bytes: [UInt8], to connection: ClientConnection) {
        if cork.connection === connection, cork.take(frame: bytes) { return }
        guard connection.outbox.isEmpty else {
            connection.outbox.append(bytes)
            return markDirty(connection)
        }
        let sent: Int
        switch bytes.withUnsafeBytes({ connection.transport.write($0) }) {
        case .bytes(let count): sent = count
        // A broken connection is found when its outbox is sent.
        case .wouldBlock, .ended, .failed: sent = 0
        }
        if sent < bytes.count {
            bytes.withUnsafeBytes {
                connection.outbox.append(UnsafeRawBufferPointer(rebasing: $0[sent...]), isRest: sent > 0)
            }
        }
        if sent < bytes.count || connection.transport.hasUnsent { markDirty(connection) }
    }
}
