import HTTP1
import Testing

@Suite struct HeadersTests {
    let headers: Headers = ["A": "1", "b": "x, Y ,, z", "a": "2", "B": "\tw"]

    @Test func `fields are found in any case and keep their order`() {
        #expect(headers["A"] == "1")
        #expect(headers.all("a") == ["1", "2"])
        #expect(headers["c"] == nil)
        #expect(headers.fields.map(\.name) == ["A", "b", "a", "B"])
    }

    @Test func `[W1] a list is split over all its fields`() {
        #expect(headers.list("B") == ["x", "Y", "z", "w"])
        #expect(headers.list("b", contains: "y"))
        #expect(headers.list("b", contains: "W"))
        #expect(!headers.list("b", contains: "v"))
        #expect(!headers.list("c", contains: ""))
    }

    @Test func `setting a field takes the place of all of its name`() {
        var headers = headers
        headers.set("a", "3")
        #expect(headers.all("A") == ["3"])
        #expect(headers.fields.count == 3)
    }

    @Test func `values are told of as bytes, and counted`() {
        var values: [[UInt8]] = []
        headers.withValues(of: "a") { value in values.append(value.withUnsafeBytes { Array($0) }) }
        #expect(values == [[0x31], [0x32]])
        #expect(headers.count("A") == 2 && headers.count("c") == 0 && headers.count == 4)
    }

    @Test func `[RFC 9110 5.5] a value beyond ASCII is Latin-1, and goes back as it came`() throws {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: b".utf8) + [0xE9, 0xFF] + Array("\r\n\r\n".utf8)
        var parser = RequestParser()
        guard case .head(let head, _) = try parser.parse(bytes.span.bytes) else {
            Issue.record("no head")
            return
        }
        #expect(head.headers["x"] == "b\u{E9}\u{FF}")
        #expect(ResponseHead(status: 200, headers: head.headers).encode().suffix(7) == bytes.suffix(7))
    }

    @Test func `only ASCII letters have a case`() {
        #expect(isSame("K", "k"))
        // The sign of the unit kelvin, which Unicode lowers to a k.
        #expect(!isSame("\u{212A}", "k"))
        #expect(!isSame("[", "{"))
        #expect(!isSame("a", "ab"))
    }
}
