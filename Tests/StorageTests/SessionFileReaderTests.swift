import HubProtocol
import Storage
import TestSupport
import Testing

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
                .op(seq: seq(1), ms: 0, author: "Ada", payload: Payload(bytes: Array(#"{"type":"a"}"#.utf8))),
                .op(
                    seq: seq(3), ms: 7, author: "Ada",
                    payload: Payload(bytes: Array(#"{ "type" : "[1,\"]" }"#.utf8))),
                .op(
                    seq: seq(4), ms: 7, author: "Ada",
                    payload: Payload(bytes: Array("{\"type\":\"b\",\n\"x\":1}".utf8))),
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
        "[1,0,\"o\",\"Ada\",{},{}]", "[1,0,\"o\",\"Ada\",{}] x", "[1,0,1,\"Ada\",{}]",
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
        let bad = Array((header + "[1,0,\"o\",\"Ada\",{\"a\":\"").utf8) + [0xC0, 0x80] + Array("\"}]".utf8)
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
        #expect(try badLine(nested(129)) == 2)
    }

    @Test func `a file cut anywhere is read up to there or refused, and never worse`() throws {
        let whole = Array(
            (header + #"[1,0,"o","Ada",{"type":"a"}]"# + "\n" + #"[2,5,"x","Ada",[1]]"# + "\n").utf8)
        for end in 0..<whole.count {
            do {
                let read = try lines(try reader(Array(whole[..<end])))
                #expect(read.count <= 2)
            } catch let error as SessionFileError {
                guard case .malformed(_, let line, _) = error else { throw error }
                #expect((1...3).contains(line))
            }
        }
    }
}
