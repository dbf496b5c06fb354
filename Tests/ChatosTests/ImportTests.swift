import Foundation
import HubClient
import HubProtocol
import TestSupport
import Testing

struct ImportTests {
    private let folder: TemporaryFolder
    private var data: String { folder.path + "/data" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func session(_ lines: String...) -> String {
        let header =
            #"{"format":"chatos-session","version":1,"room":"old","epoch":"e","started":1000,"#
            + #""authors":{"Ada":{"id":"1","name":"Ada"}}}"#
        return ([header] + lines).joined(separator: "\n") + "\n"
    }

    /// An export without the room's name and epoch.
    private func export(_ room: String) throws -> String {
        let ended = try Chatos.run("export", room, "--data", data)
        #expect(ended.code == 0)
        return ended.output.replacing(/"room":"[^"]*","epoch":"[^"]*"/, with: "")
    }

    @Test func `F16 export, import, export is the same file, also compressed, with a hub and without`() throws
    {
        let hub = try HubProcess()
        let ada = try hub.enter("room", Hello(name: "Ada"))
        for op in [#"{"type":"upgrade","name":"t"}"#, "{\"type\":\"comment\",\n\"body\":\"hi\"}"] {
            try ada.say(op)
        }
        let path = folder.path + "/s.ndjson.gz"
        #expect(try Chatos.run("export", "room", "--data", hub.data, "--output", path).code == 0)
        let first = try Chatos.run("export", "room", "--data", hub.data).output
            .replacing(/"room":"[^"]*","epoch":"[^"]*"/, with: "")
        // Into the folder that the hub holds, and into one that nobody holds.
        let live = try Chatos.run("import", path, "--room", "copy", "--data", hub.data)
        #expect(live.code == 0 && live.output == "copy: 3 ops imported\n" && live.errors.isEmpty)
        try hub.enter("copy", Hello(name: "Bob", quiet: true)).close()
        #expect(try Chatos.run("import", path, "--room", "copy", "--data", data).code == 0)
        #expect(try export("copy") == first)
        let again = try Chatos.run("export", "copy", "--data", hub.data).output
        #expect(again.replacing(/"room":"[^"]*","epoch":"[^"]*"/, with: "") == first)
    }

    @Test func `a session comes over standard input too`() throws {
        let path = try file("s", session(#"[1,0,"o","Ada",{"type":"a"}]"#))
        let input = try #require(FileHandle(forReadingAtPath: path))
        let ended = try Chatos.run("import", "-", "--room", "r", "--data", data, input: input)
        #expect(ended.code == 0 && ended.output == "r: 1 op imported\n")
    }

    @Test func `U77 a bad file is one line that names file, line and fault, and makes no room`() throws {
        let path = try file("s", session(#"[1,0,"o","Ada",{"type":"a"}]"#, #"[1,0,"o","Ada",{"type":"a"}]"#))
        let ended = try Chatos.run("import", path, "--room", "r", "--data", data)
        #expect(ended.code == 65 && ended.output.isEmpty)
        #expect(ended.line == "chatos: \(path), line 3: seq 1 does not come after 1")
        #expect(try Chatos.run("rooms", "--data", data).output.split(separator: "\n").count == 1)
    }

    @Test func `[SF13] a file that is cut off is imported as far as it goes, with a warning`() throws {
        let path = try file("s", session(#"[1,0,"o","Ada",{"type":"a"}]"#) + #"[2,0,"o""#)
        let ended = try Chatos.run("import", path, "--room", "r", "--data", data)
        #expect(ended.code == 0 && ended.output == "r: 1 op imported\n")
        #expect(ended.line == "chatos: \(path), line 3, is cut off and left out")
    }

    @Test func `a room that is there is left alone`() throws {
        let path = try file("s", session(#"[1,0,"o","Ada",{"type":"a"}]"#))
        #expect(try Chatos.run("import", path, "--room", "r", "--data", data).code == 0)
        let ended = try Chatos.run("import", path, "--room", "r", "--data", data)
        #expect(ended.code == 65 && ended.line == "chatos: there is a room 'r' already")
    }

    @Test(arguments: [
        (["s"], "`import` needs --room NAME, the room to make"),
        ([], "`import` takes either FILE or --chatos FILE"),
        (["s", "--chatos", "d"], "`import` takes either FILE or --chatos FILE"),
        (["s", "--room", "a/b"], "'a/b' is no name that a room can have"),
    ])
    func `a mistake is named`(words: [String], message: String) throws {
        let ended = try Chatos.run(["import"] + words + ["--data", data])
        #expect(ended.code == 64 && ended.line == "chatos: \(message)")
    }

    // MARK: The original

    private let ada = #""from":{"name":"Ada","email":"a@b.c"}"#
    private let bob = #""from":{"name":"Bob"},"timestamp":1349094890000"#

    private func dump() throws -> String {
        let tool = #""type":"upgrade","name":"clock","markup":"<b>",\#(ada)"#
        let time = #"{"$numberLong":"1349094896789"}"#
        return try file(
            "messages.json",
            [
                #"{"_id":{"$oid":"1"},\#(tool),"timestamp":\#(time),"room":"lobby"}"#,
                #"{"_id":{"$oid":"2"},"type":"comment","body":"hi",\#(bob),"room":"lobby"}"#,
                #"{"_id":{"$oid":"3"},"type":"comment","body":"there",\#(bob),"room":"other"}"#, "",
            ].joined(separator: "\n"))
    }

    @Test func `a dump of the original becomes its rooms, in the order of its times`() throws {
        let ended = try Chatos.run("import", "--chatos", try dump(), "--data", data)
        #expect(ended.code == 0 && ended.output == "lobby: 2 ops imported\nother: 1 op imported\n")
        let lobby = Session(try Chatos.run("export", "lobby", "--data", data).output)
        #expect(
            lobby.ops == [
                #""o","Bob",{"type":"comment","body":"hi",\#(bob)}]"#,
                #""o","Ada",{"type":"upgrade","name":"clock","markup":"<b>",\#(ada),"#
                    + #""timestamp":1349094896789}]"#,
            ])
        #expect(try Chatos.run("verify", "--data", data).code == 0)
        #expect(try Chatos.run("stats", "lobby", "--data", data).output.contains("imported     ops 1 to 2, "))
    }

    @Test func `a dump with a room that is there makes none of its rooms`() throws {
        let path = try file("s", session())
        #expect(try Chatos.run("import", path, "--room", "other", "--data", data).code == 0)
        let ended = try Chatos.run("import", "--chatos", try dump(), "--data", data)
        #expect(ended.code == 65)
        #expect(ended.line == "chatos: there is a room 'other' already; nothing is imported")
        #expect(try Chatos.run("rooms", "--data", data).output.split(separator: "\n").count == 2)
        let named = try Chatos.run("import", "--chatos", try dump(), "--room", "x", "--data", data)
        #expect(named.code == 64)
    }
}
