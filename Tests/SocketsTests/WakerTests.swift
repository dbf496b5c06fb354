import Sockets
import Testing

@Suite struct WakerTests {
    @Test func `a waker is readable from wake to drain, however often it was woken`() throws {
        let waker = try Waker()
        #expect(!isReadable(waker))
        waker.wake()
        waker.wake()
        #expect(isReadable(waker))
        waker.drain()
        #expect(!isReadable(waker))
        waker.drain()
    }

    @Test func `a wake from another thread ends a wait`() throws {
        let waker = try Waker()
        var poller = try Poller()
        try poller.add(waker.descriptor, token: 7, interest: .read)
        onThread { waker.wake() }
        var tokens: [UInt64] = []
        try poller.wait(timeoutMs: 10_000) { token, readiness in
            #expect(readiness == .read)
            tokens.append(token)
        }
        #expect(tokens == [7])
    }
}
