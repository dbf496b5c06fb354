import HubProtocol
import Testing

@testable import Storage

@Suite struct SessionLineParserTests {
    private func line(_ text: String) throws -> SessionLine? {
        try SessionLineParser.line(Array(text.utf8))
    }

    private func reason(_ text: String) -> String? {
        #expect(throws: SessionLineError.self) { try line(text) }?.reason
    }

    @Test(arguments: ["", "\r"]) func `[SF4] an empty line is none`(_ text: String) throws {
        #expect(try line(text) == nil)
    }

    @Test func `an op's bytes are taken as they stand, with what looks like the line's own`() throws {
        let payload = #"{"a":"],[","b":"\"]","c":[[1],{"d":"\\"}]}"#
        #expect(
            try line(#"[7,3,"o","a\",\"b","# + payload + "]")
                == .op(
                    SessionEntry(
                        seq: seq(7), ms: 3, author: #"a","b"#,
                        content: .payload(Payload(bytes: Array(payload.utf8))))))
    }

    @Test func `[SF5] a line with an unknown code is kept whatever else it has`() throws {
        for text in [#"[1,0,"O","a",{}]"#, #"[{},[],"",0,null]"#, #"[1,0,"__proto__","a","x"]"#] {
            // The first four elements hold no comma of their own here.
            guard case .other(_, let kept) = try line(text) else { throw Unexpected() }
            #expect(kept == Array(text.utf8))
        }
    }

    @Test func `[SF8] the chain's link is the sixth element`() throws {
        let link = String(repeating: "0f", count: 32)
        guard case .op(let entry)? = try line(#"[1,0,"o","a",{"x":[1]},"\#(link)"]"#) else {
            throw Unexpected()
        }
        #expect(entry.link?.description == link)
        #expect(entry.payload?.bytes == Array(#"{"x":[1]}"#.utf8))
    }

    @Test func `[SF7] the reason says what is wrong`() {
        #expect(reason("hello") == "neither a comment nor [seq, ms, code, author, data]")
        #expect(reason(#"[1,0,2,"a",{}]"#) == "the code is not a string")
        #expect(reason(#"[0,0,"o","a",{}]"#) == "the seq is not a whole number from 1")
        #expect(reason(#"[1,1e2,"o","a",{}]"#) == "the time is not in whole milliseconds from 0")
        #expect(reason(#"[1,0,"o",null,{}]"#) == "the author is not a string")
        #expect(reason(#"[1,0,"o","a",1]"#) == "the op is no object")
        #expect(reason(#"[1,0,"o","a","1"]"#) == "the op's string holds no object")
        #expect(reason(#"[1,0,"o","a","\udc00"]"#) == "the op's string has half a surrogate pair")
    }
}
