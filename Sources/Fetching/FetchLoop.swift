#if Requests
internal import CCurl
internal import Glibc

/// What the fetching thread runs: all requests at once, each over as many hosts as it is led to.
///
/// It is confined to that thread; what waits comes through its ``Door``.
final class FetchLoop {
    typealias Reply = @Sendable (Result<FetchResponse, FetchError>) -> Void

    /// A request on its way.
    private final class Journey {
        var request: FetchRequest
        let reply: Reply
        let deadlineMs: Int
        var redirects = 0
        var transfer: CurlTransfer

        init(_ request: FetchRequest, _ reply: @escaping Reply, deadlineMs: Int, _ transfer: CurlTransfer) {
            self.request = request
            self.reply = reply
            self.deadlineMs = deadlineMs
            self.transfer = transfer
        }
    }

    private let door: FetchDoor
    private let limits: FetchLimits
    private let allowance: HostAllowance
    private var journeys: [UnsafeMutableRawPointer: Journey] = [:]

    init(door: FetchDoor, limits: FetchLimits, allowance: HostAllowance) {
        self.door = door
        self.limits = limits
        self.allowance = allowance
    }

    /// Returns when the door was closed; what is under way then is broken off.
    func run() {
        while !door.isClosed {
            for (request, reply) in door.take(atMost: limits.atOnce - journeys.count) {
                begin(request, reply)
            }
            var running: Int32 = 0
            curl_multi_perform(door.multi, &running)
            while let (easy, code) = nextDone() { finish(easy, code) }
            // Woken by what comes to the door, by a socket, or by curl's own clock.
            curl_multi_poll(door.multi, nil, 0, 10_000, nil)
        }
        for (easy, journey) in journeys {
            curl_multi_remove_handle(door.multi, easy)
            journey.reply(.failure(FetchError("the hub is stopping")))
        }
        journeys.removeAll()
        for (_, reply) in door.take(atMost: .max) { reply(.failure(FetchError("the hub is stopping"))) }
    }

    private func nextDone() -> (UnsafeMutableRawPointer, CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(door.multi, &left) {
            if message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle {
                return (easy, message.pointee.data.result)
            }
        }
        return nil
    }

    private func begin(_ request: FetchRequest, _ reply: @escaping Reply) {
        let deadlineMs = FetchLoop.nowMs() + limits.timeMs
        do throws(FetchError) {
            try RequestHeaders.check(request.headers)
            let transfer = try transfer(for: request, to: try FetchTarget(request.url), until: deadlineMs)
            start(Journey(request, reply, deadlineMs: deadlineMs, transfer))
        } catch {
            reply(.failure(error))
        }
    }

    private func transfer(
        for request: FetchRequest, to target: FetchTarget, until deadlineMs: Int
    ) throws(FetchError) -> CurlTransfer {
        let isAllowed = allowance.contains(target.host, port: target.port)
        let timeMs = deadlineMs - FetchLoop.nowMs()
        guard timeMs > 0 else { throw FetchError("\(target.host) did not answer in time") }
        return try CurlTransfer(request, to: target, isAllowed: isAllowed, limits: limits, timeMs: timeMs)
    }

    private func start(_ journey: Journey) {
        journeys[journey.transfer.easy] = journey
        curl_multi_add_handle(door.multi, journey.transfer.easy)
    }

    private func finish(_ easy: UnsafeMutableRawPointer, _ code: CURLcode) {
        curl_multi_remove_handle(door.multi, easy)
        guard let journey = journeys.removeValue(forKey: easy) else { return }
        do throws(FetchError) {
            let response = try journey.transfer.result(code)
            guard let location = journey.transfer.location,
                [301, 302, 303, 307, 308].contains(response.status)
            else { return journey.reply(.success(response)) }
            try follow(location, response.status, journey)
        } catch {
            journey.reply(.failure(error))
        }
    }

    /// RFC 9110 15.4: after 303, and by long custom after 301 and 302 to a POST, it goes on as a GET.
    private func follow(_ location: String, _ status: Int, _ journey: Journey) throws(FetchError) {
        journey.redirects += 1
        guard journey.redirects <= limits.redirects else {
            throw FetchError("more than \(limits.redirects) redirects, the last to \(location)")
        }
        let before = journey.transfer.target
        let target = try FetchTarget(location, relativeTo: before)
        let isPost = journey.request.method == "POST"
        if status == 303 && journey.request.method != "HEAD" || isPost && (status == 301 || status == 302) {
            journey.request.method = "GET"
            journey.request.body = nil
        }
        if !target.isSameHost(as: before) {
            guard !journey.request.staysWithHost else {
                throw FetchError("\(before.host) leads to \(target.host), which may not see the secrets")
            }
            journey.request.headers = RequestHeaders.forAnotherHost(journey.request.headers)
        }
        journey.transfer = try transfer(for: journey.request, to: target, until: journey.deadlineMs)
        start(journey)
    }

    private static func nowMs() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
#endif
