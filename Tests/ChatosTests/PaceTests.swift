import Testing

@testable import chatos

struct PaceTests {
    private let second: UInt64 = 1_000_000_000

    @Test(arguments: [(1.0, 500), (2.0, 250), (0.5, 1_000), (0, 0)])
    func `an op is due in the file's time, divided by the speed`(speed: Double, expected: Int) {
        var pace = Pace(speed: speed)
        #expect(pace.remainingMs(until: 1_000, now: 5 * second) == 0)
        #expect(pace.remainingMs(until: 1_500, now: 5 * second) == expected)
    }

    @Test func `what has passed is not waited for again, and lateness is caught up with`() {
        var pace = Pace(speed: 1)
        #expect(pace.remainingMs(until: 0, now: second) == 0)
        #expect(pace.remainingMs(until: 1_000, now: second + 400_500_000) == 600)
        #expect(pace.remainingMs(until: 1_000, now: 9 * second) == 0)
        #expect(pace.remainingMs(until: 9_000, now: 9 * second) == 1_000)
    }

    @Test(arguments: [1e-300, 1])
    func `a wait of years is taken in days`(speed: Double) {
        var pace = Pace(speed: speed)
        #expect(pace.remainingMs(until: 0, now: 0) == 0)
        #expect(pace.remainingMs(until: .max, now: 0) == 86_400_000)
    }

    @Test(arguments: ["-1", "nan", "inf", "", "fast", "1x"])
    func `a speed is a number from 0 on`(text: String) {
        #expect(Pace.speed(text) == nil)
        #expect(Pace.speed("0") == 0)
        #expect(Pace.speed("2.5") == 2.5)
    }
}
