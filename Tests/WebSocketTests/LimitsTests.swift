import Testing

@testable import WebSocket

struct LimitsTests {
    @Test func `the defaults are the documented ones`() {
        let limits = Limits()
        #expect(limits.messageBytes == 524_288)
        #expect(limits.fragments == 1_024)
        #expect(limits.waitingPongs == 16)
        #expect(limits.inflationRatio == 25)
        #expect(limits.inflationFloor == 131_072)
    }

    @Test func `a limit that nothing fits is a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = Limits(messageBytes: -1) }
        await #expect(processExitsWith: .failure) { _ = Limits(fragments: 0) }
        await #expect(processExitsWith: .failure) { _ = Limits(waitingPongs: 0) }
        await #expect(processExitsWith: .failure) { _ = Limits(inflationRatio: 0) }
        await #expect(processExitsWith: .failure) { _ = Limits(inflationFloor: -1) }
    }

    @Test func `what may come in for a message is a little more than may come out, and never traps`() {
        #expect(Limits(messageBytes: 800, fragments: 4).compressedBytes == 924)
        #expect(Limits(messageBytes: .max).compressedBytes == .max)
        #expect(Limits(fragments: .max).compressedBytes == .max)
    }
}
