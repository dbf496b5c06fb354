import Glibc

/// SIGTERM and SIGINT, taken by a thread of their own, so that stopping is an ordinary call.
enum StopSignals {
    /// Keeps them from ending the program. To be called before other threads are made, which inherit it.
    static func hold() {
        var signals = both
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private static var both: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        return signals
    }

    /// Calls `action` at the first of them; the second ends the program at once. They must be held.
    static func whenAsked(_ action: @escaping @Sendable () -> Void) {
        let waiter = Waiter(signals: both, action: action)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Waiter>.fromOpaque(argument).takeRetainedValue().wait()
                return nil
            }, Unmanaged.passRetained(waiter).toOpaque())
        pthread_detach(thread)
    }

    private final class Waiter: Sendable {
        private let signals: sigset_t
        private let action: @Sendable () -> Void

        init(signals: sigset_t, action: @escaping @Sendable () -> Void) {
            self.signals = signals
            self.action = action
        }

        func wait() {
            var number: Int32 = 0
            withUnsafePointer(to: signals) { _ = sigwait($0, &number) }
            action()
            withUnsafePointer(to: signals) { _ = sigwait($0, &number) }
            // sysexits has no number for this; 128 + the signal is what shells say.
            exit(128 + number)
        }
    }
}
