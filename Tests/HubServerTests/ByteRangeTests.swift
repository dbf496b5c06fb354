import Testing

@testable import HubServer

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-", 0..<10), ("bytes=9-", 9..<10), ("bytes=-3", 7..<10),
        ("bytes=-10", 0..<10), ("bytes=-99", 0..<10), ("bytes=3-99", 3..<10), ("Bytes=2-3", 2..<4),
        ("bytes=3-99999999999999999999", 3..<10), ("bytes=-99999999999999999999", 0..<10),
    ])
    func `a range is cut to what exists`(header: String, range: Range<Int>) {
        #expect(ByteRange(header, length: 10) == .part(range))
    }

    @Test(arguments: ["bytes=10-", "bytes=10-11", "bytes=-0", "bytes=5-1", "bytes=18446744073709551615-"])
    func `[W22] a range of nothing is unsatisfiable`(header: String) {
        #expect(ByteRange(header, length: 10) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=1", "bytes=a-b", "bytes=+1-2", "bytes=1-2-3", "bytes= 1-2",
        "bytes=1-2,4-5", "lines=1-2",
    ])
    func `what is no single range is ignored`(header: String) {
        #expect(ByteRange(header, length: 10) == .whole)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
    func `nothing has no ranges`(header: String) {
        #expect(ByteRange(header, length: 0) == .unsatisfiable)
    }
}
