import Testing

@testable import chatos_bench

@Suite(.serialized)
struct ChildProcessTests {
    @Test func `the exit status is the child's`() throws {
        #expect(try ChildProcess(["sh", "-c", "exit 7"], isQuiet: true).wait() == 7)
    }

    @Test func `a child that would go on is ended, once`() throws {
        let child = try ChildProcess(["sleep", "60"], isQuiet: true)
        #expect(child.isRunning)
        child.stop()
        #expect(!child.isRunning)
        child.stop()
    }

    @Test func `what is not there can't be started`() {
        #expect(throws: Failure.self) { try ChildProcess(["no-such-program-here"], isQuiet: true) }
    }
}
