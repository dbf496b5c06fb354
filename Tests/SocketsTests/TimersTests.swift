import Sockets
import Testing

@Suite struct TimersTests {
    @Test func `keys fall due in the order of their deadlines`() {
        var timers = Timers<Int>()
        for key in [5, 3, 9, 1, 7, 2, 8] { timers.schedule(key, at: UInt64(key)) }
        #expect(timers.nextDeadline == 1)
        #expect(popAll(&timers, now: 7) == [1, 2, 3, 5, 7])
        #expect(timers.nextDeadline == 8)
        #expect(popAll(&timers, now: .max) == [8, 9])
        #expect(timers.nextDeadline == nil)
    }

    @Test func `equal deadlines keep the order in which they were scheduled`() {
        var timers = Timers<String>()
        for key in ["c", "a", "d", "b"] { timers.schedule(key, at: 10) }
        #expect(popAll(&timers, now: 10) == ["c", "a", "d", "b"])
    }

    @Test func `a key scheduled again has only its new deadline`() {
        var timers = Timers<String>()
        timers.schedule("a", at: 1)
        timers.schedule("a", at: 20)
        timers.schedule("b", at: 10)
        timers.schedule("b", at: 10)
        #expect(timers.count == 2)
        #expect(timers.nextDeadline == 10)
        #expect(popAll(&timers, now: 10) == ["b"])
        #expect(popAll(&timers, now: 20) == ["a"])
    }

    @Test func `a cancelled key never falls due`() {
        var timers = Timers<Int>()
        timers.schedule(1, at: 1)
        timers.schedule(2, at: 2)
        timers.cancel(1)
        timers.cancel(3)
        #expect(timers.nextDeadline == 2)
        #expect(popAll(&timers, now: .max) == [2])
    }

    @Test func `nothing is due before its time`() {
        var timers = Timers<Int>()
        timers.schedule(1, at: 100)
        #expect(timers.popDue(now: 99) == nil)
        #expect(timers.popDue(now: 100) == 1)
        #expect(timers.popDue(now: 100) == nil)
    }

    @Test func `thousands of replaced deadlines leave the right order behind`() {
        var timers = Timers<Int>()
        for round in 0..<100 {
            for key in 0..<100 { timers.schedule(key, at: UInt64((key * 37 + round * 11) % 101)) }
        }
        for key in stride(from: 0, to: 100, by: 3) { timers.cancel(key) }
        let expected = (0..<100).filter { $0 % 3 != 0 }
            .map { (deadline: ($0 * 37 + 99 * 11) % 101, key: $0) }
            .sorted { $0 < $1 }
            .map(\.key)
        #expect(popAll(&timers, now: .max) == expected)
    }

    private func popAll<Key>(_ timers: inout Timers<Key>, now: UInt64) -> [Key] {
        var keys: [Key] = []
        while let key = timers.popDue(now: now) { keys.append(key) }
        return keys
    }
}
