import Glibc

extension Socket {
    /// How many parts one gathering write takes at most; the kernel's own bound is 1024, and each costs
    /// stack.
    public static let gatherMax = 64

    /// Writes several parts as if they lay one behind the other, as much as the kernel takes.
    ///
    /// The first `skipped` bytes of the first part are left out (they went earlier), and only the first
    /// ``gatherMax`` parts are looked at, so the count may be less than the sum for that reason too.
    public func writeVector(_ parts: ArraySlice<[UInt8]>, skipping skipped: Int = 0) -> Transfer {
        let parts = parts.prefix(Socket.gatherMax)
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: Socket.gatherMax) { vectors in
            gather(parts, skipping: skipped, into: vectors, count: 0)
        }
    }

    /// Writes two parts as if they lay one behind the other, as much as the kernel takes.
    public func write(_ first: [UInt8], _ second: RawSpan) -> Transfer {
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in
                withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { vectors in
                    let parts = [first, second].filter { !$0.isEmpty }
                    for (place, part) in parts.enumerated() {
                        let start = UnsafeMutableRawPointer(mutating: part.baseAddress)
                        vectors[place] = iovec(iov_base: start, iov_len: part.count)
                    }
                    return send(vectors, count: parts.count)
                }
            }
        }
    }

    /// Enters one part's bytes after the other, since their addresses hold only inside these calls.
    private func gather(
        _ parts: ArraySlice<[UInt8]>, skipping skipped: Int, into vectors: UnsafeMutableBufferPointer<iovec>,
        count: Int
    ) -> Transfer {
        guard let part = parts.first else { return send(vectors, count: count) }
        return part.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(skipped))
            guard let start = rest.baseAddress, !rest.isEmpty else {
                return gather(parts.dropFirst(), skipping: 0, into: vectors, count: count)
            }
            vectors[count] = iovec(iov_base: UnsafeMutableRawPointer(mutating: start), iov_len: rest.count)
            return gather(parts.dropFirst(), skipping: 0, into: vectors, count: count + 1)
        }
    }

    private func send(_ vectors: UnsafeMutableBufferPointer<iovec>, count: Int) -> Transfer {
        guard count > 0 else { return .bytes(0) }
        var message = msghdr()
        message.msg_iov = vectors.baseAddress
        message.msg_iovlen = count
        while true {
            let sent = sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
            if sent >= 0 { return .bytes(sent) }
            if errno != EINTR { return failure("write") }
        }
    }
}
