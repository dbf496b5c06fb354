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

    @Test func `only ASCII letters have a case`() {
        #expect(isSame("K", "k"))
        // The sign of the unit kelvin, which Unicode lowers to a k.
        #expect(!isSame("\u{212A}", "k"))
        #expect(!isSame("[", "{"))
        #expect(!isSame("a", "ab"))
    }
}
