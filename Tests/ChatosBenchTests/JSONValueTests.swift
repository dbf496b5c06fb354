import Testing

@testable import chatos_bench

struct JSONValueTests {
    @Test func `values are written as JSON, members in their order`() {
        let value = JSONValue.object([
            ("b", .list([.whole(1), .number(0.5), .text("a\"\n")])), ("a", .object([])), ("c", .list([])),
        ])
        #expect(String(decoding: value.bytes, as: UTF8.self) == #"{"b":[1,0.5,"a\"\n"],"a":{},"c":[]}"#)
    }

    @Test func `what is no number is null`() {
        #expect(JSONValue.number(.nan).bytes == Array("null".utf8))
        #expect(JSONValue.number(.infinity).bytes == Array("null".utf8))
    }
}
