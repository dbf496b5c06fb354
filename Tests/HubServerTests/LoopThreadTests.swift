import Glibc
import Synchronization
import Testing

@testable import HubServer

@Suite struct LoopThreadTests {
    private final class Seen: Sendable {
        let name = Mutex("")
        let thread = Mutex<pthread_t?>(nil)
    }

    @Test func `the closure runs on a thread of its own that bears the name, and has ended when it is joined`()
        throws
    {
        let seen = Seen()
        let thread = try LoopThread(name: "chatos-loop-9") {
            var name = [CChar](repeating: 0, count: 32)
            if let file = fopen("/proc/thread-self/comm", "r") {
                fgets(&name, Int32(name.count), file)
                fclose(file)
            }
            let text = String(decoding: name.prefix { $0 > 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            usleep(10_000)
            seen.thread.withLock { $0 = pthread_self() }
            seen.name.withLock { $0 = text }
        }
        thread.join()
        #expect(seen.name.withLock { $0 } == "chatos-loop-9")
        let other = seen.thread.withLock { $0 }
        #expect(other.map { pthread_equal($0, pthread_self()) == 0 } == true)
    }
}
