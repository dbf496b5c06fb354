import Foundation
import HubProtocol
import TestSupport
import Testing

struct VerifyTests {
    @Test func `a room, all rooms and a file are verified, while the hub runs`() throws {
        let hub = try HubProcess()
        let members = try ["a", "b"].map { try hub.enter($0, Hello(name: "Ada")) }
        defer { withExtendedLifetime(members) {} }
        for member in members { try member.say(#"{"type":"comment"}"#) }
        let all = try Chatos.run("verify", "--data", hub.data)
        #expect(all.code == 0)
        #expect(all.output.split(separator: "\n").count { $0.contains(": sound, 2 ops, head ") } == 2)
        #expect(try Chatos.run("verify", "a", "--data", hub.data).output.hasPrefix("a: sound, 2 ops, head "))
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.ndjson"
        #expect(try Chatos.run("export", "a", "--data", hub.data, "--output", path).code == 0)
        let file = try Chatos.run("verify", "--file", path)
        #expect(file.code == 0 && file.output == "\(path): sound, 2 ops, 2 held against the chain\n")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try Data(text.replacing("comment", with: "commend").utf8).write(to: URL(filePath: path))
        let changed = try Chatos.run("verify", "--file", path)
        #expect(changed.code == 1 && changed.output.isEmpty)
        #expect(
            changed.line
                == "chatos: \(path), line 3: the chain breaks at op 2: it, or what is before it, was changed")
    }

    @Test func `a log that was changed on the disk is told by its first bad op`() throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        let session =
            #"{"format":"chatos-session","version":1,"room":"x","epoch":"e","started":5,"#
            + #""authors":{"A":{"id":"1","name":"A"}}}"# + "\n"
            + (1...5).map { #"[\#($0),0,"o","A",{"type":"a","body":"number \#($0)"}]"# }.joined(
                separator: "\n")
        try Data(session.utf8).write(to: URL(filePath: folder.path + "/s"))
        for room in ["r", "other"] {
            #expect(try Chatos.run("import", folder.path + "/s", "--room", room, "--data", data).code == 0)
        }
        let path = data + "/chatos.sqlite3"
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.range(of: Data("number 3".utf8)))
        bytes[place.lowerBound] = UInt8(ascii: "N")
        try bytes.write(to: URL(filePath: path))
        let ended = try Chatos.run("verify", "--data", data)
        #expect(ended.code == 1 && ended.line == "chatos: a log is damaged")
        #expect(ended.output.split(separator: "\n").count { $0.contains(": DAMAGED, op 3: ") } == 1)
        #expect(ended.output.split(separator: "\n").count { $0.contains(": sound, 5 ops") } == 1)
    }

    @Test func `a room and a file at once are a mistake, an unknown room is told`() throws {
        #expect(try Chatos.run("verify", "a", "--file", "b").code == 64)
        let hub = try HubProcess()
        _ = try hub.enter("a", Hello(name: "Ada"))
        #expect(try Chatos.run("verify", "nowhere", "--data", hub.data).code == 65)
    }
}
