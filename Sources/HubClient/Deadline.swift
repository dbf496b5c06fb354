internal import Glibc
internal import Sockets

/// A moment until which something may take.
struct Deadline {
    private let at: UInt64

    /// `ms` from now; nothing below 0.
    init(inMs ms: Int) {
        let (nanoseconds, overflow) = UInt64(max(ms, 0)).multipliedReportingOverflow(by: 1_000_000)
        let (at, beyond) = MonotonicClock.now().addingReportingOverflow(nanoseconds)
        self.at = overflow || beyond ? .max : at
    }

    /// What is left in whole milliseconds, rounded up, so that a wait for it does not end too early.
    var remainingMs: Int32 {
        let now = MonotonicClock.now()
        guard at > now else { return 0 }
        return Int32(clamping: (at - now - 1) / 1_000_000 + 1)
    }

    var hasPassed: Bool { remainingMs == 0 }
}

/// Waiting for descriptors with poll(2), which needs nothing to be set up and taken down for a few of them.
enum Readying {
    /// Waits until one of them is ready or in error; each one's `revents` then says for what. A signal ends
    /// it early.
    static func wait(_ descriptors: inout [pollfd], timeoutMs: Int32) throws(HubClientError) {
        let count = descriptors.withUnsafeMutableBufferPointer { buffer in
            poll(buffer.baseAddress, nfds_t(buffer.count), timeoutMs)
        }
        guard count >= 0 || errno == EINTR else {
            throw .broken(SocketError(operation: "wait for the hub", code: errno).description)
        }
        if count < 0 {
            for index in descriptors.indices { descriptors[index].revents = 0 }
        }
    }

    /// Waits for one; false when the time is over.
    static func wait(
        _ descriptor: Int32, for events: Int32, until deadline: Deadline
    ) throws(HubClientError) -> Bool {
        while !deadline.hasPassed {
            var one = [pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)]
            try wait(&one, timeoutMs: deadline.remainingMs)
            if one[0].revents != 0 { return true }
        }
        return false
    }
}
