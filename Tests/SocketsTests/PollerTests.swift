import Glibc
import Sockets
import Testing

@Suite struct PollerTests {
    @Test func `a wait with nothing ready is an empty round`() throws {
        let pair = try Pair()
        var poller = try Poller()
        try poller.add(pair.server.descriptor, token: 1, interest: .read)
        #expect(try round(&poller, timeoutMs: 0).isEmpty)
    }

    @Test func `tokens come back whole, and readiness stays until it is used`() throws {
        let pair = try Pair()
        var poller = try Poller()
        try poller.add(pair.server.descriptor, token: .max, interest: [.read, .write])
        #expect(try round(&poller) == [.max: .write])
        _ = pair.client.send([1])
        try awaitReadable(pair.server)
        #expect(try round(&poller) == [.max: [.read, .write]])
        #expect(try round(&poller) == [.max: [.read, .write]])
        _ = pair.server.readOnce()
        #expect(try round(&poller) == [.max: .write])
    }

    @Test func `a changed interest and token count from then on`() throws {
        let pair = try Pair()
        var poller = try Poller()
        try poller.add(pair.server.descriptor, token: 1, interest: .read)
        try poller.modify(pair.server.descriptor, token: 2, interest: .write)
        #expect(try round(&poller) == [2: .write])
        try poller.remove(pair.server.descriptor)
        #expect(try round(&poller, timeoutMs: 0).isEmpty)
    }

    @Test func `a peer's half-close is a hang-up with bytes still to read`() throws {
        let pair = try Pair()
        var poller = try Poller()
        try poller.add(pair.server.descriptor, token: 1, interest: .read)
        _ = pair.client.send([1])
        pair.client.shutdownWrites()
        // The bytes and the half-close may be seen one after the other.
        var seen = try round(&poller)
        for _ in 0..<1000 where seen[1]?.contains(.hangUp) != true { seen = try round(&poller) }
        #expect(seen == [1: [.read, .hangUp]])
        #expect(pair.server.readOnce().bytes == [1])
        #expect(pair.server.readOnce().transfer == .ended)
    }

    @Test func `a half-close is silent while reading is paused`() throws {
        let pair = try Pair()
        var poller = try Poller()
        pair.client.shutdownWrites()
        try awaitReadable(pair.server)
        try poller.add(pair.server.descriptor, token: 1, interest: [])
        #expect(try round(&poller, timeoutMs: 0).isEmpty)
    }

    @Test func `a descriptor that is watched already is an error that names it`() throws {
        let pair = try Pair()
        let poller = try Poller()
        let descriptor = pair.server.descriptor
        try poller.add(descriptor, token: 1, interest: .read)
        do {
            try poller.add(descriptor, token: 1, interest: .read)
            Issue.record("it was added twice")
        } catch {
            #expect(error.description == "watch descriptor \(descriptor): File exists")
        }
    }

    @Test func `a signal makes an empty round`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGUSR1) { _ in }
            // The pool's threads hold signals back.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGUSR1)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            let waiting = pthread_self()
            onThread {
                while true {
                    pthread_kill(waiting, SIGUSR1)
                    usleep(10_000)
                }
            }
            var poller = try Poller()
            let began = MonotonicClock.now()
            try poller.wait(timeoutMs: 60_000) { _, _ in fatalError("nothing is watched") }
            precondition(MonotonicClock.now() - began < 30_000_000_000, "the signal did not end the wait")
        }
    }

    private func round(_ poller: inout Poller, timeoutMs: Int32 = 10_000) throws -> [UInt64: Readiness] {
        var seen: [UInt64: Readiness] = [:]
        try poller.wait(timeoutMs: timeoutMs) { seen[$0] = $1 }
        return seen
    }
}
