import Foundation
import Testing

@testable import Storage

@Suite struct WorkerThreadTests {
    @Test func `join waits until the closure has returned, and a second join for nothing`() throws {
        let transcript = Transcript()
        let gate = Mailbox<Int>()
        let thread = try WorkerThread(name: "test-join") {
            _ = gate.wait()
            transcript.say("done")
        }
        #expect(transcript.lines.isEmpty)
        gate.put(1)
        thread.join()
        #expect(transcript.lines == ["done"])
        thread.join()
    }

    @Test func `the thread has its name`() throws {
        let transcript = Transcript()
        let thread = try WorkerThread(name: "chatos-test") {
            let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            transcript.say(name ?? "none")
        }
        thread.join()
        #expect(transcript.lines == ["chatos-test\n"])
    }
}
