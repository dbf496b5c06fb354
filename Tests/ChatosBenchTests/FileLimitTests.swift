import Glibc
import Testing

@testable import chatos_bench

struct FileLimitTests {
    @Test func `the limit is never lowered, and more connections than it has room for are refused`() throws {
        let before = FileLimit.current
        FileLimit.raise()
        #expect(FileLimit.current >= min(before, 1 << 17))
        try FileLimit.check(connections: 1)
        let failure = #expect(throws: Failure.self) { try FileLimit.check(connections: FileLimit.current) }
        #expect(failure?.message.contains("ulimit -n") == true)
    }
}
