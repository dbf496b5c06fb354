extension TLSSocket {
    /// Writes several parts as if they lay one behind the other, as ``Socket/writeVector(_:skipping:)`` does.
    public func writeVector(_ parts: ArraySlice<[UInt8]>, skipping skipped: Int = 0) -> Socket.Transfer {
        let total = TLSSocket.count(of: parts, skipping: skipped)
        guard total > 0 else { return .bytes(0) }
        if let stop = prepareWrite(total) { return stop }
        var stage = RecordStage(capacity: min(total, TLSSocket.recordMax))
        var left = total
        var skipped = skipped
        for part in parts where left > 0 {
            let stop = part.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(skipped).prefix(left))
                left -= rest.count
                return stage.add(rest, isLast: left == 0, to: self)
            }
            if let stop { return stop }
            skipped = 0
        }
        return stage.seal(to: self) ?? finishWrite(total)
    }

    /// What one call takes of `parts`: at most ``writeMax``.
    private static func count(of parts: ArraySlice<[UInt8]>, skipping skipped: Int) -> Int {
        var count = -skipped
        for part in parts {
            count += part.count
            if count >= writeMax { return writeMax }
        }
        return max(count, 0)
    }
}

/// Puts small parts together in one record, since each record costs as much as encrypting some KiB.
///
/// It does not copy a part that fills a record by itself, or has nothing to be put together with.
private struct RecordStage: ~Copyable {
    private let capacity: Int
    private var buffer: UnsafeMutableRawBufferPointer?
    private var count = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    deinit {
        buffer?.deallocate()
    }

    mutating func add(
        _ part: UnsafeRawBufferPointer, isLast: Bool, to socket: borrowing TLSSocket
    ) -> Socket.Transfer? {
        guard !part.isEmpty else { return nil }
        if count + part.count > capacity, let stop = seal(to: socket) { return stop }
        if count == 0, isLast || part.count >= capacity { return socket.seal(part) }
        let buffer = self.buffer ?? .allocate(byteCount: capacity, alignment: 16)
        self.buffer = buffer
        UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: part)
        count += part.count
        return nil
    }

    /// Hands over what was put together.
    mutating func seal(to socket: borrowing TLSSocket) -> Socket.Transfer? {
        guard count > 0, let buffer else { return nil }
        let record = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        count = 0
        return socket.seal(record)
    }
}
