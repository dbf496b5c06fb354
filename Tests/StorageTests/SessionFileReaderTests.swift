import HubProtocol
import TestSupport
import Testing

@testable import Storage

@Suite struct SessionFileReaderTests {
    private let temporary: TemporaryFolder
    private let header =
        #"{"format":"chatos-session","version":1,"room":"lobby","epoch":"e","started":1000,"authors":"#
        + #"{"Ada":{"id":"1","name":"Ada"}}}"# + "\n"

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func reader(_ text: String) throws -> SessionFileReader {
        try reader(Array(text.utf8))
    }

    private func reader(_ bytes: [UInt8]) throws -> SessionFileReader {
        let path = temporary.path + "/s"
        let file = try ByteFile.write(path, replacing: true)
        try file.write(bytes)
        try file.close()
        return try SessionFileReader(try ByteFile.read(path))
    }

    private func lines(_ reader: SessionFileReader) throws -> [SessionLine] {
        var found: [SessionLine] = []
        while let line = try reader.next() { found.append(line) }
        return found
    }

    private func entry(_ number: UInt64, _ ms: Int64, _ payload: String) -> SessionLine {
        let content = SessionEntry.Content.payload(Payload(bytes: Array(payload.utf8)))
        return .op(SessionEntry(seq: seq(number), ms: ms, author: "Ada", content: content))
    }

    /// The number of the line that the error names.
    private func badLine(_ text: String) throws -> Int? {
        let error = #expect(throws: SessionFileError.self, "\(text)") { _ = try lines(try reader(text)) }
        guard case .malformed(_, let line, _) = error else { return nil }
        return line
    }

    @Test func `[SF1] the header is read, and [SF5] what it has beyond is ignored`() throws {
        let text =
            #"{"x":[1],"format":"chatos-session","authors":{"__proto__":{"name":"B","id":"2","x":1}},"#
            + #""version":1,"room":"Zoë 🎈","epoch":"","started":-5,"room":"__proto__"}"#
        let header = try reader(text).header
        #expect(header.room.text == "__proto__" && header.epoch == "" && header.started == -5)
        #expect(header.authors.author(withKey: "__proto__") == Author(id: "2", name: "B"))
    }

    @Test func `[SF2] [SF3] [SF4] [SF5] each kind of line is read as what it is`() throws {
        let text =
            header + "# a comment\n\n[1,0,\"o\",\"Ada\",{\"type\":\"a\"}]\r\n\r\n"
            + " [ 3 , 7 , \"\\u006f\" , \"Ada\" , { \"type\" : \"[1,\\\"]\" } ] \n"
            + #"[4,7,"o","Ada","{\"type\":\"b\",\n\"x\":1}"]"# + "\n" + #"[null,-1,"snap",{},[1,2]]"#
        let read = try lines(try reader(text))
        #expect(
            read == [
                .comment(line: Array("# a comment".utf8)),
                entry(1, 0, #"{"type":"a"}"#), entry(3, 7, #"{ "type" : "[1,\"]" }"#),
                entry(4, 7, "{\"type\":\"b\",\n\"x\":1}"),
                .other(code: "snap", line: Array(#"[null,-1,"snap",{},[1,2]]"#.utf8)),
            ])
    }

    @Test(arguments: [
        "", "\n", "# comment\n{}", "{}", "[]", "1", "{", "\u{FEFF}{}",
        #"{"format":"asciicast","version":1,"room":"a","epoch":"e","started":0,"authors":{}}"#,
        #"{"format":"chatos-session","version":2,"room":"a","epoch":"e","started":0,"authors":{}}"#,
        #"{"format":"chatos-session","version":0,"room":"a","epoch":"e","started":0,"authors":{}}"#,
        #"{"format":"chatos-session","version":"1","room":"a","epoch":"e","started":0,"authors":{}}"#,
        #"{"format":"chatos-session","room":"a","epoch":"e","started":0,"authors":{}}"#,
        #"{"format":"chatos-session","version":1,"room":"a/b","epoch":"e","started":0,"authors":{}}"#,
        #"{"format":"chatos-session","version":1,"room":"a","started":0,"authors":{}}"#,
        #"{"format":"chatos-session","version":1,"room":"a","epoch":"e","started":0.5,"authors":{}}"#,
        #"{"format":"chatos-session","version":1,"room":"a","epoch":"","started":9e99,"authors":{}}"#,
        #"{"format":"chatos-session","version":1,"room":"a","epoch":"e","started":0}"#,
        #"{"format":"chatos-session","version":1,"room":"a","epoch":"e","started":0,"authors":[]}"#,
        #"{"format":"chatos-session","version":1,"room":"a","epoch":"e","started":0,"authors":{"A":1}}"#,
        #"{"format":"chatos-session","version":1,"room":"a","epoch":"","started":0,"authors":{"A":{}}}"#,
    ])
    func `[SF7] what is no header of this version is an error in line 1`(_ text: String) throws {
        #expect(try badLine(text) == 1)
    }

    @Test(arguments: [
        "x", "{}", "[]", "[1,0,\"o\",\"Ada\"]", "[1,0,\"o\",\"Ada\",]", "[1,0,\"o\",\"Ada\",{}",
        "1,0,\"o\",\"Ada\",{}]",
        "[1,0,\"o\",\"Ada\",{},{}]", "[1,0,\"o\",\"Ada\",{},\"00\"]", "[1,0,\"o\",\"Ada\",{},null,1]",
        "[1,0,\"o\",\"Ada\",{}] x", "[1,0,1,\"Ada\",{}]",
        "[0,0,\"o\",\"Ada\",{}]",
        "[-1,0,\"o\",\"Ada\",{}]", "[1.5,0,\"o\",\"Ada\",{}]", "[1e3,0,\"o\",\"Ada\",{}]",
        "[1099511627776,0,\"o\",\"Ada\",{}]", "[99999999999999999999,0,\"o\",\"Ada\",{}]",
        "[\"1\",0,\"o\",\"Ada\",{}]", "[1,-1,\"o\",\"Ada\",{}]", "[1,0.5,\"o\",\"Ada\",{}]",
        "[1,9223372036854775807,\"o\",\"Ada\",{}]", "[1,9223372036854775808,\"o\",\"Ada\",{}]",
        "[1,0,\"o\",\"Bob\",{}]", "[1,0,\"o\",1,{}]", "[1,0,\"o\",\"Ada\",[]]", "[1,0,\"o\",\"Ada\",\"[]\"]",
        "[1,0,\"o\",\"Ada\",\"{\"]", "[1,0,\"o\",\"Ada\",\"\\ud800\"]", "[1,0,\"o\",\"Ada\",{\"a\":}]",
        "[,,\"o\",\"Ada\",{}]",
        "[[1],0,\"o\",\"Ada\",{}]", "[1,0,\"\\", "[",
    ])
    func `[SF7] a line that is none of the known is an error that names it`(_ line: String) throws {
        #expect(try badLine(header + "\n# x\n" + line + "\n") == 4)
    }

    @Test func `[SF2] seqs grow and times don't run backwards`() throws {
        let first = #"[5,10,"o","Ada",{}]"# + "\n"
        #expect(try badLine(header + first + #"[5,10,"o","Ada",{}]"#) == 3)
        #expect(try badLine(header + first + #"[4,10,"o","Ada",{}]"#) == 3)
        #expect(try badLine(header + first + #"[6,9,"o","Ada",{}]"#) == 3)
        #expect(try lines(try reader(header + first + #"[9,10,"o","Ada",{}]"#)).count == 2)
    }

    @Test func `bytes that are not UTF-8 are an error that names the line`() throws {
        let bad = Array((header + "[1,0,\"o\",\"Ada\",{\"a\":\"").utf8) + [0xC0, 0x80] + Array("\"}]\n".utf8)
        #expect(throws: SessionFileError.malformed(path: temporary.path + "/s", line: 2, reason: "not UTF-8"))
        {
            _ = try lines(try reader(bad))
        }
        #expect(throws: SessionFileError.self) { try reader([0xFF]) }
    }

    @Test func `[CN4] an op may nest as deep here as on the wire, and no deeper`() throws {
        func nested(_ depth: Int) -> String {
            let arrays = depth - 1
            let value = String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
            return header + #"[1,0,"o","Ada",{"a":\#(value)}]"#
        }
        #expect(try lines(try reader(nested(128))).count == 1)
        #expect(try badLine(nested(129) + "\n") == 2)
    }

    @Test func `[SF13] a file cut anywhere is read up to there, with a warning, and never worse`() throws {
        let first = header + #"[1,0,"o","Ada",{"type":"a"}]"# + "\n"
        let whole = Array((first + #"[2,5,"z","Ada",[1]]"# + "\n").utf8)
        for end in 0..<whole.count {
            guard end >= header.utf8.count - 1 else {
                #expect(throws: SessionFileError.self) { try reader(Array(whole[..<end])) }
                continue
            }
            let cut = try reader(Array(whole[..<end]))
            let read = try lines(cut)
            let isCut =
                ![header.utf8.count - 1, header.utf8.count, first.utf8.count - 1, first.utf8.count]
                .contains(end) && end != whole.count - 1
            #expect((cut.torn != nil) == isCut, "\(end)")
            #expect(read.count == (end < first.utf8.count - 1 ? 0 : end < whole.count - 1 ? 1 : 2))
        }
    }

    @Test func `[SF13] a line that can be read and breaks the order is an error at the end too`() throws {
        let first = header + #"[5,10,"o","Ada",{}]"# + "\n"
        #expect(try badLine(first + #"[4,10,"o","Ada",{}]"#) == 3)
    }

    // MARK: Cases

    @Test(arguments: ["# asked for by nobody\n", "\n"])
    func `F19 a comment or an empty line before the header is an error`(_ start: String) throws {
        #expect(try badLine(start + header) == 1)
    }

    @Test func `F2 a member of the header that may be absent may be null`() throws {
        let text = header.replacing(#""epoch""#, with: #""origin":null,"base":null,"later":null,"epoch""#)
        let header = try reader(text).header
        #expect(header.origin == nil && header.base == nil)
    }

    @Test func `F11 a time that is null is that of the line before`() throws {
        let text = header + #"[1,null,"o","Ada",{}]"# + "\n" + #"[2,9,"o","Ada",{}]"# + "\n"
        let read = try lines(try reader(text + #"[3,null,"o","Ada",{}]"# + "\n"))
        #expect(read == [entry(1, 0, "{}"), entry(2, 9, "{}"), entry(3, 9, "{}")])
    }

    @Test func `F14 a time before that of the line before is an error that names the line`() throws {
        let text = header + #"[1,9,"o","Ada",{}]"# + "\n" + #"[2,8,"o","Ada",{}]"# + "\n"
        let path = temporary.path + "/s"
        #expect(throws: SessionFileError.malformed(path: path, line: 3, reason: "the time runs backwards")) {
            _ = try lines(try reader(text))
        }
    }

    @Test func `a line longer than any op is an error that names it, and is not gathered`() throws {
        let text = Array(header.utf8) + [UInt8](repeating: 0x5B, count: LineReader.longest + 100_000)
        let error = #expect(throws: SessionFileError.self) { _ = try lines(try reader(text)) }
        #expect(error?.description == "\(temporary.path)/s, line 2: the line is longer than 16777216 bytes")
    }

    @Test func `compressed bytes under another name are told as what they are`() throws {
        let error = #expect(throws: SessionFileError.self) { try reader([0x1F, 0x8B, 8, 0]) }
        #expect(error?.description.hasSuffix("only a file whose name ends in .gz is read so") == true)
    }

    // MARK: Codes

    @Test func `[SF9] [SF11] [SF12] erased ops, gaps and marks are read as what they are`() throws {
        let hash = String(repeating: "0a", count: 32)
        let erased = #"{"hash":"\#(hash)","type":"t","name":"n","at":7,"actor":"op"}"#
        let mark = #"[2,5,"m","Ada","A chapter"]"#
        let text =
            header + #"[1,0,"x","Ada",\#(erased)]"# + "\n" + mark + "\n" + #"[4,5,"g",null,"\#(hash)"]"#
        let link = try #require(ChainLink(hash.utf8))
        let left = ErasedOp(hash: link, type: "t", name: "n", erasure: Erasure(at: 7, actor: "op"))
        #expect(
            try lines(try reader(text + "\n")) == [
                .op(SessionEntry(seq: seq(1), ms: 0, author: "Ada", content: .erased(left))),
                .mark(title: "A chapter", line: Array(mark.utf8)), .gap(seq: seq(4), ms: 5, link: link),
            ])
    }

    @Test(arguments: [
        #"[1,0,"x","Ada",{}]"#, #"[1,0,"x","Ada","00"]"#, #"[1,0,"g",null,"00"]"#, #"[0,0,"g",null,"00"]"#,
        #"[1,0,"m","Ada",5]"#, #"[1,0,"x","Ada",{"hash":"0A","type":"t","at":1,"actor":""}]"#,
    ])
    func `[SF9] [SF11] [SF12] one that lacks what it must have is an error`(_ line: String) throws {
        #expect(try badLine(header + line + "\n") == 2)
    }

    @Test(arguments: [
        #""base":{}"#, #""base":[]"#, #""origin":5"#,
        #""base":{"seq":1,"at":0,"link":"00","present":[]}"#,
        #""base":{"seq":0,"at":0,"link":"\#(String(repeating: "0", count: 64))","present":[]}"#,
        #""base":{"seq":1,"at":0,"link":"\#(String(repeating: "0", count: 64))","present":["Bob"]}"#,
        #""base":{"seq":1,"at":0,"link":"\#(String(repeating: "0", count: 64))","present":[1]}"#,
    ])
    func `[SF8] [SF10] a chain's start that can't be understood is an error in line 1`(_ member: String)
        throws
    {
        #expect(try badLine(header.replacing(#""epoch""#, with: member + #","epoch""#)) == 1)
    }
}
