import Sockets
import Testing

@Suite struct DeadlinesTests {
    private func popAll(_ deadlines: inout Deadlines, now: UInt64) -> [UInt64] {
        var keys: [UInt64] = []
        while let entry = deadlines.popDue(now: now) { keys.append(entry.key) }
        return keys
    }

    @Test func `keys fall due in the order of their deadlines`() {
        var deadlines = Deadlines()
        for key in [5, 3, 9, 1, 7, 2, 8] as [UInt64] { deadlines.add(key, at: key) }
        #expect(deadlines.next == 1)
        #expect(popAll(&deadlines, now: 7) == [1, 2, 3, 5, 7])
        #expect(deadlines.next == 8)
        #expect(popAll(&deadlines, now: .max) == [8, 9])
        #expect(deadlines.next == nil)
    }

    @Test func `nothing is due before its time`() {
        var deadlines = Deadlines()
        deadlines.add(1, at: 100)
        #expect(deadlines.popDue(now: 99) == nil)
        #expect(deadlines.popDue(now: 100)?.key == 1)
        #expect(deadlines.popDue(now: 100) == nil)
    }

    @Test func `a key may have several, each with its time`() {
        var deadlines = Deadlines()
        deadlines.add(1, at: 20)
        deadlines.add(1, at: 10)
        #expect(deadlines.popDue(now: 20)?.time == 10)
        #expect(deadlines.popDue(now: 20)?.time == 20)
    }

    @Test func `what is void is dropped when it is most, and the order stays`() {
        var deadlines = Deadlines()
        var held: [UInt64: UInt64] = [:]
        for key in 0..<1_000 as Range<UInt64> {
            held[key] = key * 37 % 1_009
            deadlines.add(key, at: key * 37 % 1_009)
        }
        for key in 0..<1_000 as Range<UInt64> where key % 10 != 0 {
            held[key] = nil
            deadlines.noteVoid { held[$0.key] != $0.time }
        }
        #expect(deadlines.count < 250)
        var times: [UInt64] = []
        while let entry = deadlines.popDue(now: .max) {
            if held[entry.key] == entry.time { times.append(entry.time) } else { deadlines.forgetVoid() }
        }
        #expect(times == held.values.sorted())
    }

    @Test func `few are left alone, void or not`() {
        var deadlines = Deadlines()
        for key in 0..<64 as Range<UInt64> {
            deadlines.add(key, at: key)
            deadlines.noteVoid { _ in true }
        }
        #expect(deadlines.count == 64)
    }
}
