import Testing

@testable import chatos_bench

struct RunLengthTests {
    private let second: UInt64 = 1_000_000_000

    @Test func `the measured part lies behind the warm-up and has the accounts of its own time alone`() throws
    {
        var part = MeasuredPart(RunLength(warmUpSeconds: 1, seconds: 2, messagesMax: 1_000), start: 0)
        #expect(try !part.isOver(now: second / 2, messages: 10) { 100 })
        #expect(!part.isMeasuring)
        #expect(try !part.isOver(now: second, messages: 20) { 200 })
        #expect(part.isMeasuring)
        #expect(try !part.isOver(now: 2 * second, messages: 30) { 300 })
        #expect(try part.isOver(now: 3 * second, messages: 50) { 900 })
        #expect(part.messages == 30)
        #expect(part.runTime == 700)
        #expect(part.nanoseconds == 2 * second)
        #expect(try part.isOver(now: 9 * second, messages: 99) { 999 })
        #expect(part.messages == 30)
    }

    @Test func `enough messages end it before its time`() throws {
        var part = MeasuredPart(RunLength(warmUpSeconds: 0, seconds: 2, messagesMax: 10), start: 0)
        #expect(try !part.isOver(now: 1, messages: 5) { 0 })
        #expect(try !part.isOver(now: 2, messages: 14) { 0 })
        #expect(try part.isOver(now: 3, messages: 15) { 0 })
    }

    @Test func `what was due in the measured part counts, though it comes behind it`() throws {
        var part = MeasuredPart(RunLength(warmUpSeconds: 1, seconds: 2), start: 0)
        #expect(!part.contains(second))
        _ = try part.isOver(now: second, messages: 0) { 0 }
        #expect(!part.contains(second - 1))
        #expect(part.contains(second))
        #expect(part.contains(9 * second))
        _ = try part.isOver(now: 3 * second, messages: 0) { 0 }
        #expect(!part.contains(second - 1))
        #expect(part.contains(second))
        #expect(part.contains(3 * second - 1))
        #expect(!part.contains(3 * second))
    }
}
