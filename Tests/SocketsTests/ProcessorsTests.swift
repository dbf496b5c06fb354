import Glibc
import Sockets
import Testing

@Suite struct ProcessorsTests {
    @Test func `as many processors are usable as the process may run on`() throws {
        let usable = Processors.usable
        #expect(usable >= 1 && usable <= sysconf(Int32(_SC_NPROCESSORS_CONF)))
        // The kernel's own list, such as 0-1 or 0,2-3.
        let status = try #require(fopen("/proc/self/status", "r"))
        defer { fclose(status) }
        var line = [CChar](repeating: 0, count: 4_096)
        var listed = 0
        while fgets(&line, Int32(line.count), status) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("Cpus_allowed_list:") else { continue }
            for range in text.dropFirst(18).split(separator: ",") {
                let ends = range.split(separator: "-").compactMap { end in
                    Int(end.filter { $0.isNumber })
                }
                listed += try #require(ends.last) - #require(ends.first) + 1
            }
        }
        #expect(usable == listed)
    }
}
