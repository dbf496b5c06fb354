import Testing

@testable import chatos_bench

struct ProcTextTests {
    @Test func `the run time is a schedstat's first number`() {
        #expect(ProcText.runTime(schedstat: "123456789 42 7\n") == 123_456_789)
        #expect(ProcText.runTime(schedstat: "") == nil)
        #expect(ProcText.runTime(schedstat: "x 1 2") == nil)
    }

    @Test func `sizes are in kB, and found by their whole name`() {
        let text = "5581-7ffd ---p 00000000 00:00 0 [rollup]\nRss:     1234 kB\nPrivate_Dirty:      124 kB\n"
        #expect(ProcText.bytes(of: "Private_Dirty", in: text) == 124 * 1024)
        #expect(ProcText.bytes(of: "Rss", in: text) == 1234 * 1024)
        #expect(ProcText.bytes(of: "Private", in: text) == nil)
        #expect(ProcText.bytes(of: "VmHWM", in: "VmPeak:\t 9 kB\nVmHWM:\t    1928 kB\n") == 1928 * 1024)
    }

    @Test func `the processor's name is the value behind its colon`() {
        let text = "processor\t: 0\nmodel name\t: ACME  Turbo: 9 \nflags\t\t:\n"
        #expect(ProcText.value(of: "model name", cpuinfo: text) == "ACME  Turbo: 9")
        #expect(ProcText.value(of: "model", cpuinfo: text) == nil)
    }
}
