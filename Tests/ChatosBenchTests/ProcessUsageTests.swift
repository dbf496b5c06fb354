import Testing

@testable import chatos_bench

struct ProcessUsageTests {
    @Test func `our own time runs on as we work`() throws {
        let before = try ProcessUsage.ofSelf.runTime()
        var sum: UInt64 = 0
        // The kernel brings its account up to date at each of its ticks, every few milliseconds.
        while try ProcessUsage.ofSelf.runTime() < before + 1_000_000, sum < 1_000_000 { sum += 1 }
        #expect(try ProcessUsage.ofSelf.runTime() > before)
    }

    @Test func `our own memory is there, and not all of it is ours alone`() throws {
        let memory = try ProcessUsage.ofSelf.memory()
        #expect(memory.privateBytes > 0)
        #expect(memory.residentBytes > memory.privateBytes)
    }

    @Test func `a process that is gone has no accounts`() {
        let gone = ProcessUsage(id: .max)
        #expect(throws: Failure.self) { try gone.runTime() }
        #expect(throws: Failure.self) { try gone.memory() }
    }
}
