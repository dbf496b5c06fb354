import Testing

@testable import HubServer

@Suite struct AwaitedTests {
    @Test func `an answer reaches who waits, from another thread or from before`() throws {
        let answer = Awaited<Int>()
        let thread = TestThread { answer.give(7) }
        #expect(answer.wait(seconds: 10) == 7)
        try thread.join()
        answer.give(8)
        #expect(answer.wait(seconds: 10) == 7)
    }

    @Test func `who waits for nothing goes on`() {
        #expect(Awaited<Int>().wait(seconds: 0) == nil)
    }
}
