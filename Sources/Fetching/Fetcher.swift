#if Requests
internal import CCurl
public import Threads

/// Makes HTTP requests for others, on a thread of its own, to hosts of the Internet alone unless an operator
/// has named them.
///
/// It knows neither rooms nor ops, keeps no cookies, and asks nothing twice.
public final class Fetcher: Sendable {
    /// Whether requests can be made at all.
    public static let isBuiltIn = true

    private let door: FetchDoor
    private let thread: WorkerThread
    private let limits: FetchLimits

    /// Curl wants to be set up once in a process, before there are threads that use it.
    private static let isSetUp = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// Starts the thread.
    public init(
        limits: FetchLimits = FetchLimits(), allowance: HostAllowance = HostAllowance()
    ) throws(ThreadError) {
        guard Fetcher.isSetUp, let door = FetchDoor(most: limits.waiting) else {
            preconditionFailure("there is memory for curl")
        }
        self.door = door
        self.limits = limits
        thread = try WorkerThread(name: "chatos-fetch") {
            FetchLoop(door: door, limits: limits, allowance: allowance).run()
        }
    }

    deinit {
        stop()
    }

    /// `reply` is called once, on the fetching thread or on the caller's, and must not block.
    public func fetch(
        _ request: FetchRequest, reply: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
    ) {
        guard door.put(request, reply) else {
            return reply(.failure(FetchError("too many requests wait already")))
        }
    }

    /// Breaks off what is under way and ends the thread. A second call does nothing.
    public func stop() {
        door.close()
        thread.join()
    }
}
#else
public import Threads

/// Stands where a package without the trait `Requests` has what makes requests: there is none, and it says
/// so.
///
/// Who asks ``isBuiltIn`` first makes none.
public final class Fetcher: Sendable {
    public static let isBuiltIn = false

    public init(
        limits: FetchLimits = FetchLimits(), allowance: HostAllowance = HostAllowance()
    ) throws(ThreadError) {}

    public func fetch(
        _ request: FetchRequest, reply: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
    ) {
        reply(.failure(Fetcher.isAbsent))
    }

    static let isAbsent = FetchError("this hub was built without requests")

    public func stop() {}
}
#endif
