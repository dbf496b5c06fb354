import Bytes
import Testing

@Suite struct JSONScannerTests {
    @Test(arguments: [
        "{}", "[]", #""""#, "0", "-0", "1.5e-7", "1E+9", "true", "false", "null",
        " \t\r\n{ \"a\" : [ 1 , { } ] } ",
        #"{"a":{"b":[[],[{}],"x"]},"c":"A\ud800\n"}"#, #"["long enough to be read by words","é😀"]"#,
    ])
    func `[RFC 8259] valid text is accepted`(text: String) throws {
        try JSONScanner.scan(Array(text.utf8))
    }

    @Test(arguments: [
        "", " ", "{", "[", "]", "}", "{]", "[}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "[1,]", "[,1]", "[1 2]",
        "{1:2}",
        "01", "-", "+1", ".5", "1.", "1e", "1e+", "NaN", "tru", "truee", "nul", #"""#, #""\x""#, #""\u12g4""#,
        "\"\n\"", "\"\u{0}\"", "{} {}", "Malformed JSON", "[[1,]]", "[[,]]", #"[{"a":1,}]"#, #"{"a":{"b"}}"#,
        "{'a':1}",
    ])
    func `[RFC 8259] anything else is refused`(text: String) {
        #expect(throws: JSONError.self) { try JSONScanner.scan(Array(text.utf8)) }
    }

    @Test func `[RFC 8259] every beginning of a text is refused`() throws {
        let text = Array(
            #"{"type":"a\u00e9","n":[-1.5e3,true,null,{"x":"y"}],"long":"0123456789abcdef"}"#.utf8)
        try JSONScanner.scan(text)
        for length in 0..<text.count {
            #expect(throws: JSONError.endsEarly) { try JSONScanner.scan(Array(text[..<length])) }
        }
    }

    @Test func `members are visited in order with their places and kinds`() throws {
        let text = Array(#"{ "a" : 1 , "b":"x", "c":[{}], "a":{"z":[]} , "d":null,"e":false}"#.utf8)
        var seen: [String] = []
        let kind = try JSONScanner.scan(text) { member in
            let key = member.key.map { String(decoding: text[$0], as: UTF8.self) } ?? ""
            seen.append("\(key)=\(String(decoding: text[member.value], as: UTF8.self))=\(member.kind)")
        }
        #expect(kind == .object)
        #expect(
            seen == [
                #""a"=1=number"#, #""b"="x"=string"#, #""c"=[{}]=array"#, #""a"={"z":[]}=object"#,
                #""d"=null=null"#,
                #""e"=false=bool"#,
            ])
    }

    @Test func `elements of an array have no key`() throws {
        let text = Array(#"[1, "o", {"a":2}]"#.utf8)
        var seen: [String] = []
        let kind = try JSONScanner.scan(text) { member in
            #expect(member.key == nil)
            seen.append(String(decoding: text[member.value], as: UTF8.self))
        }
        #expect(kind == .array)
        #expect(seen == ["1", #""o""#, #"{"a":2}"#])
    }

    @Test func `[CN4] text may nest 128 deep and no deeper`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        try JSONScanner.scan(nested(128))
        #expect(throws: JSONError.tooDeep(limit: 128)) { try JSONScanner.scan(nested(129)) }
        #expect(throws: JSONError.tooDeep(limit: 128)) {
            try JSONScanner.scan([UInt8](repeating: UInt8(ascii: "["), count: 5_000_000))
        }
    }

    @Test func `errors say what and where`() {
        #expect(
            JSONError.unexpected(byte: UInt8(ascii: "}"), offset: 3).description == "unexpected '}' at byte 3"
        )
        #expect(JSONError.unexpected(byte: 0, offset: 3).description == "unexpected byte 0x0 at byte 3")
    }
}
