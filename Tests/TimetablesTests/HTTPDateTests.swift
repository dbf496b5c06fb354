import Testing

@testable import Timetables

struct HTTPDateTests {
    @Test func `[RFC 9110 5.6.7] a moment is written in the preferred format`() {
        var date = HTTPDate()
        #expect(date.text(at: 784_111_777_000) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(date.text(at: 1_790_000_000_999) == "Mon, 21 Sep 2026 14:13:20 GMT")
    }

    @Test func `each second has its own text, and all of one second the same`() {
        var date = HTTPDate()
        #expect(date.text(at: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(date.text(at: 999) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(date.text(at: 1_000) == "Thu, 01 Jan 1970 00:00:01 GMT")
        #expect(date.text(at: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }
}
