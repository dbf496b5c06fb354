import Foundation
import HubProtocol
import TestSupport
import Testing

@testable import Storage

@Suite struct SessionFileWriterTests {
    private let temporary: TemporaryFolder
    private let path: String
    private let header: SessionHeader

    init() throws {
        temporary = try TemporaryFolder()
        path = temporary.path + "/s"
        header = SessionHeader(
            room: try #require(RoomName("Zoë \"🎈\" \\")), epoch: "e", started: 10,
            authors: SessionAuthors([ada, bob, Author(id: "3", name: "Bob"), Author(id: "4", name: "\"\\")]))
    }

    private func written(_ body: (SessionFileWriter) throws -> Void) throws -> String {
        let writer = try SessionFileWriter(try ByteFile.write(path, replacing: true), header: header)
        try body(writer)
        try writer.finish()
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `[SF1] [SF2] [SF6] header and lines are as the protocol has them`() throws {
        let text = try written {
            try $0.write(op(1, payload: #"{"type":"a"}"#))
            try $0.write(op(2, by: Author(id: "3", name: "Bob")))
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines[0]
                == #"{"format":"chatos-session","version":1,"room":"Zoë \"🎈\" \\","epoch":"e","started":10,"#
                + #""authors":{"Ada":{"id":"id-ada","name":"Ada"},"Bob":{"id":"id-bob","name":"Bob"},"#
                + #""Bob~2":{"id":"3","name":"Bob"},"\"\\":{"id":"4","name":"\"\\"}}}"#)
        #expect(lines[1] == #"[1,0,"o","Ada",{"type":"a"}]"#)
        #expect(lines[2] == #"[2,10,"o","Bob~2",{}]"#)
        #expect(lines[3...] == [""])
    }

    @Test(arguments: [
        #"{"type":"a"}"#, "{\n}", "{\r\n\"a\":\"\\n\"}", " {}", "{} ", "{\t}\t",
        #"{"a":"\u0000\"\\ 🎈 \ud800"}"#,
        "{\"a\":\"\u{2028}\u{7F}e\u{301}\"}",
    ])
    func `[SF3] an op comes back byte for byte, whatever line breaks it has`(_ payload: String) throws {
        let text = try written { try $0.write(op(1, payload: payload)) }
        #expect(text.utf8.filter { $0 == 0x0A }.count == 2)
        let reader = try SessionFileReader(try ByteFile.read(path))
        #expect(reader.header == header)
        guard case .op(let back) = try reader.next() else { throw Unexpected() }
        #expect(back.payload?.bytes == Array(payload.utf8))
        #expect(try reader.next() == nil)
    }

    @Test func `[SF5] what a reader gave is written as it was`() throws {
        let link = try #require(ChainLink(bytes: Array(0..<32)))
        let erased = ErasedOp(hash: link, type: "t", name: nil, erasure: Erasure(at: 3, actor: "\"me\""))
        let lines: [SessionLine] = [
            .comment(line: Array("# x".utf8)), .other(code: "z", line: Array(#"[1, 2,"z",null,{} ]"#.utf8)),
            .op(
                SessionEntry(
                    seq: seq(4), ms: 9, author: "Bob~2", content: .payload(Payload(bytes: Array("{}".utf8))),
                    link: link)),
            .op(SessionEntry(seq: seq(5), ms: 9, author: "Ada", content: .erased(erased), link: link)),
            .mark(title: "\"x", line: Array(#"[5,9,"m","Ada", "\"x"]"#.utf8)),
            .gap(seq: seq(7), ms: 10, link: link),
        ]
        _ = try written { writer in
            for line in lines { try writer.write(line) }
        }
        let reader = try SessionFileReader(try ByteFile.read(path))
        for line in lines { #expect(try reader.next() == line) }
        #expect(try reader.next() == nil)
    }

    @Test func `[SF8] [SF10] origin and base come back as they were, and unknown members of the header`()
        throws
    {
        let base = LogBase(
            seq: seq(9), at: 5, formerLink: Array(repeating: 7, count: 32), present: [bob, ada])
        let written = SessionHeader(
            room: try #require(RoomName("r")), epoch: "e", started: 10, origin: "o\"", base: base,
            authors: SessionAuthors([ada, bob]), others: Array(#","later":{"a":[1, 2]}"#.utf8))
        try SessionFileWriter(try ByteFile.write(path, replacing: true), header: written).finish()
        #expect(try SessionFileReader(try ByteFile.read(path)).header == written)
    }

    @Test func `an op by a stranger, or from before the start, or a line with a line break is an error`()
        throws
    {
        _ = try written { writer in
            #expect(throws: SessionFileError.self) {
                try writer.write(op(1, by: Author(id: "9", name: "Ada")))
            }
            #expect(throws: SessionFileError.self) { try writer.write(op(1, at: 9)) }
            #expect(throws: SessionFileError.self) { try writer.write(op(1, at: .min)) }
            #expect(throws: SessionFileError.self) { try writer.write(.comment(line: [0x23, 0x0A])) }
        }
    }

    @Test func `many ops pass through in pieces`() throws {
        let large = #"{"x":"\#(String(repeating: "x", count: 30_000))"}"#
        let text = try written { writer in
            for number: UInt64 in 1...50 { try writer.write(op(number, payload: large)) }
        }
        #expect(text.utf8.count > 50 * 30_000)
        let reader = try SessionFileReader(try ByteFile.read(path))
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 50)
    }

    @Test func `a disk that is full is an error`() throws {
        let writer = try SessionFileWriter(try ByteFile.write("/dev/full", replacing: true), header: header)
        #expect(throws: SessionFileError.storage(.system(doing: "write", path: "/dev/full", code: 28))) {
            try writer.finish()
        }
    }
}
