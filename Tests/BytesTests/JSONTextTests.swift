import Bytes
import Testing

@Suite struct JSONTextTests {
    private func says(_ text: StaticString, _ literal: String) -> Bool {
        let bytes = Array(literal.utf8)
        return JSONText.equals(text, in: bytes.span.bytes, at: 0..<bytes.count)
    }

    private func string(_ literal: String) -> String? {
        let bytes = Array(literal.utf8)
        return JSONText.string(in: bytes.span.bytes, at: 0..<bytes.count)
    }

    @Test func `escapes are undone`() {
        #expect(string(#""""#) == "")
        #expect(string(#""plain é😀""#) == "plain é😀")
        #expect(string(#""\"\\\/\b\f\n\r\t""#) == "\"\\/\u{8}\u{C}\n\r\t")
        #expect(string(#""\u0041\u00e9\u20AC\ud83d\ude00""#) == "Aé€😀")
        #expect(string(#""\u0000""#) == "\u{0}")
    }

    @Test(arguments: [
        #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#, #""a\ude00\ud83d""#,
    ])
    func `half a surrogate pair is no string`(literal: String) {
        #expect(string(literal) == nil)
    }

    @Test(arguments: ["type", #"t\u0079pe"#, #"\u0074\u0079\u0070\u0065"#])
    func `[CN4] a key is known however it is escaped`(key: String) {
        #expect(says("type", "\"\(key)\""))
    }

    @Test(arguments: ["typ", "typed", "Type", #"\\type"#, "", #"t\u0078pe"#])
    func `another key is another key`(key: String) {
        #expect(!says("type", "\"\(key)\""))
    }

    @Test(
        arguments: [
            ("0", 0), ("-7", -7), ("9223372036854775807", Int64.max), ("9223372036854775808", nil),
            ("1.0", nil),
            ("1e3", nil), ("99999999999999999999999999", nil),
        ] as [(String, Int64?)])
    func `whole numbers in range, nothing else`(text: String, expected: Int64?) {
        let bytes = Array(text.utf8)
        let integer = JSONText.integer(in: bytes.span.bytes, at: 0..<bytes.count)
        #expect(integer == expected)
    }

    @Test func `a written string reads back as itself`() throws {
        for text in ["", "a\"b\\c", "\u{0}\u{1F}\n\t\u{7F}", "é😀\u{2028}", "__proto__"] {
            var bytes: [UInt8] = []
            bytes.appendJSON(text)
            try JSONScanner.scan(bytes)
            #expect(string(String(decoding: bytes, as: UTF8.self)) == text)
        }
    }
}
