import HTTP1
import Testing

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("%41%2f%2F", "A//"), ("%C3%A4", "\u{e4}"), ("%00", "\0"), ("a+b", "a+b"),
        ("%2541", "%41"),
    ])
    func `what is encoded is decoded once`(encoded: String, decoded: String) {
        #expect(PercentEncoding.decode(encoded) == decoded)
    }

    @Test(arguments: [
        "%", "%4", "a%", "%4g", "%g4", "%+1", "%ff", "%C3", "%C0%80", "%ED%A0%80", "%F4%90%80%80",
    ])
    func `what is not hexadecimal or not UTF-8 is nothing`(text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }

    @Test func `everything but unreserved characters is encoded`() {
        #expect(PercentEncoding.encode("aZ09-._~") == "aZ09-._~")
        #expect(PercentEncoding.encode("a b/%?\u{e4}") == "a%20b%2F%25%3F%C3%A4")
    }

    @Test func `every character survives the way there and back`() {
        let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
    }
}
