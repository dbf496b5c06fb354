#if Requests
internal import CCurl
internal import Synchronization

/// The part of a ``FetchLoop`` that other threads reach: what waits to be fetched.
final class FetchDoor: Sendable {
    private struct Waiting: ~Copyable {
        var requests: [(FetchRequest, FetchLoop.Reply)] = []
        var isClosed = false
    }

    /// Curl's; of its functions only the one that wakes it may be called from another thread than the loop's.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    private let waiting = Mutex(Waiting())
    private let most: Int

    init?(most: Int) {
        guard let multi = curl_multi_init() else { return nil }
        self.multi = multi
        self.most = most
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    var isClosed: Bool { waiting.withLock { $0.isClosed } }

    /// - Returns: false when too many wait, or nobody will take it any more.
    func put(_ request: FetchRequest, _ reply: @escaping FetchLoop.Reply) -> Bool {
        let isTaken = waiting.withLock { waiting in
            guard !waiting.isClosed, waiting.requests.count < most else { return false }
            waiting.requests.append((request, reply))
            return true
        }
        if isTaken { curl_multi_wakeup(multi) }
        return isTaken
    }

    func take(atMost count: Int) -> [(FetchRequest, FetchLoop.Reply)] {
        waiting.withLock { waiting in
            let taken = Array(waiting.requests.prefix(max(0, count)))
            waiting.requests.removeFirst(taken.count)
            return taken
        }
    }

    /// Takes nothing more, and lets the loop end.
    func close() {
        waiting.withLock { $0.isClosed = true }
        curl_multi_wakeup(multi)
    }
}
#endif
