import Fetching
import HubProtocol
import Synchronization
import Threads

/// Makes the requests of all rooms, for all loops. Its thread begins with the first of them.
///
/// It decides neither who may ask nor how often; rooms do.
final class RequestRunner: Sendable {
    private enum State {
        case unused
        case running(Fetcher)
        case stopped
    }

    private let policy: RequestPolicy
    private let state = Mutex(State.unused)

    init(_ policy: RequestPolicy) {
        self.policy = policy
    }

    /// `reply` is called once, on any thread, and must not block.
    func run(_ request: OutsideRequest, reply: @escaping @Sendable (OutsideResponse) -> Void) {
        do throws(FetchError) {
            let (fetch, hidden) = try policy.secrets.fill(request)
            guard let fetcher = try fetcher() else { return reply(.failure("the hub is stopping")) }
            fetcher.fetch(fetch) { result in
                switch result {
                case .success(let response): reply(hidden.hide(response))
                case .failure(let error): reply(.failure(hidden.text(error.description)))
                }
            }
        } catch {
            reply(.failure(error.description))
        }
    }

    private func fetcher() throws(FetchError) -> Fetcher? {
        let result = state.withLock { state -> Result<Fetcher?, ThreadError> in
            switch state {
            case .running(let fetcher): return .success(fetcher)
            case .stopped: return .success(nil)
            case .unused:
                do throws(ThreadError) {
                    let fetcher = try Fetcher(
                        limits: policy.limits, allowance: HostAllowance(policy.allowedHosts))
                    state = .running(fetcher)
                    return .success(fetcher)
                } catch {
                    return .failure(error)
                }
            }
        }
        do {
            return try result.get()
        } catch {
            throw FetchError("\(error)")
        }
    }

    /// Breaks off what is under way, which is answered so.
    func stop() {
        let before = state.withLock { state in
            defer { state = .stopped }
            return state
        }
        if case .running(let fetcher) = before { fetcher.stop() }
    }
}
