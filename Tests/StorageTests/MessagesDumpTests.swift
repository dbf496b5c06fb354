import HubProtocol
import TestSupport
import Testing

@testable import Storage

@Suite struct MessagesDumpTests {
    private let temporary: TemporaryFolder
    private var path: String { temporary.path + "/messages.json" }

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func dump(_ lines: String...) throws -> MessagesDump {
        let file = try ByteFile.write(path, replacing: true)
        try file.write(Array((lines.joined(separator: "\n") + "\n").utf8))
        try file.close()
        return try MessagesDump(path: path)
    }

    private func ops(_ dump: MessagesDump, _ room: String) throws -> [LoggedOp] {
        var found: [LoggedOp] = []
        try dump.forEachOp(in: try #require(RoomName(room))) { found.append($0) }
        return found
    }

    private func reason(_ line: String) throws -> String? {
        let error = #expect(throws: SessionFileError.self, "\(line)") {
            _ = try dump(#"{"type":"a","room":"r"}"#, line)
        }
        guard case .malformed(_, 2, let reason) = error else { return nil }
        return reason
    }

    @Test func `documents become the ops of their rooms, in the order of their times`() throws {
        let from = #""from":{"name":"Ada","email":"ada@example.org","picture":"p"}"#
        let late = #""timestamp":{"$numberLong":"30"}"#
        let date = #""timestamp":{"$date":"1970-01-01T00:00:00.020Z"}"#
        let dump = try dump(
            #"{"_id":{"$oid":"1"},"type":"upgrade","name":"clock",\#(from),\#(late),"room":"lobby"}"#,
            #"{"_id":{"$oid":"2"},"type":"comment","body":"hi",\#(from),"timestamp":10,"room":"lobby"}"#, "",
            #"{"_id":{"$oid":"3"},"type":"joined","from":{"name":"Bob"},\#(date),"room":"other"}"#)
        #expect(dump.rooms.map(\.text) == ["lobby", "other"])
        let lobby = try ops(dump, "lobby")
        #expect(lobby.map(\.seq.number) == [1, 2] && lobby.map(\.at) == [10, 30])
        #expect(lobby.map(\.type) == ["comment", "upgrade"] && lobby.map(\.name) == [nil, "clock"])
        #expect(lobby[0].author == lobby[1].author && lobby[0].author.name == "Ada")
        #expect(!lobby[0].author.id.contains("example.org"))
        #expect(
            String(decoding: lobby[0].payload.bytes, as: UTF8.self)
                == #"{"type":"comment","body":"hi",\#(from),"timestamp":10}"#)
        let other = try ops(dump, "other")
        #expect(
            other[0].at == 20 && other[0].author.name == "Bob" && other[0].author.id != lobby[0].author.id)
        #expect(dump.count(in: other.isEmpty ? dump.rooms[0] : dump.rooms[1]) == 1)
    }

    @Test func `F11 a null time is that of the op before, and who is unknown is the program`() throws {
        let dump = try dump(
            #"{"type":"a","room":"r","timestamp":5}"#,
            #"{"type":"b","room":"r","timestamp":null,"from":null}"#,
            #"{"type":"c","room":"r","from":{"name":"\u0000\u0001"}}"#)
        let found = try ops(dump, "r")
        #expect(found.map(\.at) == [5, 5, 5] && found.map(\.type) == ["a", "b", "c"])
        #expect(found.map(\.author.name) == ["chat.os", "chat.os", "  "])
    }

    @Test func `a name longer than a hub takes is cut between two characters`() throws {
        let name = String(repeating: "é", count: 40)
        let found = try ops(try dump(#"{"type":"a","room":"r","from":{"name":"\#(name)"}}"#), "r")
        #expect(found[0].author.name == String(repeating: "é", count: 32))
    }

    @Test func `what can't be imported is an error that names the line`() throws {
        #expect(try reason("[") == "the text ends in the middle of a value")
        #expect(try reason("[{}]") == "not a document: one JSON object a line, as without --jsonArray")
        #expect(try reason(#"{"type":"a"}"#) == "no `room`")
        #expect(try reason(#"{"type":"a","room":"a/b"}"#) == "'a/b' is no name that a room can have")
        #expect(try reason(#"{"room":"r"}"#) == "no `type` of 1 to 128 bytes")
        #expect(
            try reason(#"{"type":"a","room":"r","timestamp":"x"}"#)
                == "the `timestamp` is no time in milliseconds since 1970")
        let long = String(repeating: "x", count: 524_288)
        #expect(
            try reason(#"{"type":"a","room":"r","b":"\#(long)"}"#)?.hasSuffix("a hub takes 524288") == true)
    }

    @Test func `a pipe is refused, since a dump is read twice`() throws {
        #expect(throws: SessionFileError.self) { try MessagesDump(path: "/dev/null") }
    }
}
