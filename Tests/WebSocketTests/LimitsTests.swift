import Testing
import WebSocket

struct LimitsTests {
    @Test func `the defaults are the documented ones`() {
        let limits = Limits()
        #expect(limits.messageBytes == 524_288)
        #expect(limits.fragments == 1_024)
        #expect(limits.waitingPongs == 16)
    }

    @Test func `a limit that nothing fits is a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = Limits(messageBytes: -1) }
        await #expect(processExitsWith: .failure) { _ = Limits(fragments: 0) }
        await #expect(processExitsWith: .failure) { _ = Limits(waitingPongs: 0) }
    }
}
