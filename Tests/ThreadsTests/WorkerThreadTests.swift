import Foundation
import Synchronization
import Testing
import Threads

@Suite struct WorkerThreadTests {
    @Test func `join waits until the closure has returned, and a second join for nothing`() throws {
        let isDone = Mutex(false)
        let gate = DispatchSemaphore(value: 0)
        let thread = try WorkerThread(name: "test-join") {
            gate.wait()
            isDone.withLock { $0 = true }
        }
        #expect(!isDone.withLock { $0 })
        gate.signal()
        thread.join()
        #expect(isDone.withLock { $0 })
        thread.join()
    }

    @Test func `the thread has its name`() throws {
        let name = Mutex("")
        let thread = try WorkerThread(name: "chatos-test") {
            let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            name.withLock { $0 = text ?? "none" }
        }
        thread.join()
        #expect(name.withLock { $0 } == "chatos-test\n")
    }
}
