import Sockets
import Testing

@Suite struct ClocksTests {
    @Test func `the monotonic clock does not run backwards`() {
        let readings = (0..<100).map { _ in MonotonicClock.now() }
        #expect(readings == readings.sorted())
    }

    @Test func `the wall clock counts milliseconds since 1970`() {
        // Between the years 2024 and 2100.
        #expect((1_704_067_200_000...4_102_444_800_000).contains(WallClock.nowMs()))
    }
}
