import Testing
import YCRDT

struct AnyValueJSONTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-1", "1.5", "1e+300", "\"\"", "\"a\\\"b\\\\\\n\"", "[]", "[1,[2,{}]]",
        "{\"a\":{\"b\":[null]},\"c\":\"日😀\"}",
    ])
    func `JSON is read and written as it was`(json: String) throws {
        #expect(try #require(AnyValue(json: json)).json == json)
    }

    @Test(arguments: ["", "nul", "[1,]", "{\"a\"}", "1 2", "'a'"])
    func `what is no JSON is no value`(text: String) {
        #expect(AnyValue(json: text) == nil)
    }

    @Test func `what JSON has no word for is written as JavaScript does`() {
        let value: AnyValue = ["a": .undefined, "b": [.undefined, .number(.nan), .bytes([7])]]
        #expect(value.json == "{\"b\":[null,null,{\"0\":7}]}")
    }

    @Test func `space, undefined and half a pair are taken as Yjs may have written them`() {
        #expect(AnyValue(json: " [ 1 , \"x\" ] ") == [1, "x"])
        #expect(AnyValue(json: "undefined") == .undefined)
        #expect(AnyValue(json: "\"\\ud83d\"") == "\u{FFFD}")
    }
}
