import Foundation
import HubProtocol
import TestSupport
import Testing

struct ExportTests {
    @Test func `a room is exported while the hub runs, and again the same`() throws {
        let hub = try HubProcess()
        let ada = try hub.enter("a%2Bb", Hello(name: "Ada"))
        try ada.say(#"{"type":"comment","body":"hi"}"#)
        let ended = try Chatos.run("export", "a+b", "--data", hub.data)
        #expect(ended.code == 0 && ended.errors.isEmpty)
        #expect(ended.output.hasPrefix(#"{"format":"chatos-session","version":1,"room":"a+b","epoch":""#))
        let ops = [
            #""o","Ada",{"type":"joined","participants":1}]"#,
            #""o","Ada",{"type":"comment","body":"hi"}]"#,
        ]
        #expect(Session(ended.output).ops == ops)
        #expect(try Chatos.run("export", "a+b", "--data", hub.data).output == ended.output)
        try ada.say(#"{"type":"comment","body":"still here"}"#)
        #expect(try hub.export("a+b").ops.count == 3)
    }

    @Test func `parts of a log, one type, one author less: the chain holds in each`() throws {
        let hub = try HubProcess()
        let ada = try hub.enter("room", Hello(name: "Ada"))
        try ada.say(#"{"type":"upgrade","name":"t"}"#)
        for number in 3...6 { try ada.say(#"{"type":"comment","n":\#(number)}"#) }
        for (options, count) in [
            (["--from", "4", "--to", "5"], 3), (["--from", "2099-01-01"], 1), (["--to", "2000-01-01"], 0),
            (["--type", "comment", "--type", "joined"], 5), (["--redact", "Ada"], 6),
        ] {
            let folder = try TemporaryFolder()
            let path = folder.path + "/s.ndjson"
            #expect(
                try Chatos.run(["export", "room", "--data", hub.data, "--output", path] + options).code == 0)
            let ended = try Chatos.run("verify", "--file", path)
            #expect(
                ended.code == 0 && ended.output.contains(": sound, \(count) op"),
                "\(options): \(ended.output)" as Comment)
        }
        #expect(try Chatos.run("export", "room", "--from", "soon").code == 64)
    }

    @Test func `F17 every op that was acknowledged is in the file, though the hub was killed`() throws {
        let hub = try HubProcess()
        let ada = try hub.enter("room", Hello(name: "Ada"))
        for number in 0..<50 { try ada.say(#"{"type":"comment","n":\#(number)}"#) }
        hub.kill()
        let ops = try hub.export("room").ops
        #expect(ops.count == 51)
        for number in 0..<50 {
            #expect(ops[number + 1] == #""o","Ada",{"type":"comment","n":\#(number)}]"#)
        }
    }

    @Test func `an unknown room is told`() throws {
        let hub = try HubProcess()
        let ended = try Chatos.run("export", "nowhere", "--data", hub.data)
        #expect(ended.code == 65 && ended.output.isEmpty)
        #expect(ended.line == "chatos: there is no room 'nowhere' in \(hub.data)")
    }

    @Test func `a name that no room can have is a mistake`() throws {
        let ended = try Chatos.run("export", "a/b")
        #expect(ended.code == 64)
        #expect(ended.line == "chatos: 'a/b' is no name that a room can have")
    }

    @Test func `a folder that is none is told`() throws {
        let ended = try Chatos.run("export", "room", "--data", "/nowhere/at/all")
        #expect(ended.code == 74)
        #expect(ended.line == "chatos: can't read the folder /nowhere/at/all: No such file or directory")
    }

    @Test func `a reader that has gone is no news`() throws {
        let hub = try HubProcess()
        try hub.enter("room", Hello(name: "Ada")).say(#"{"type":"comment"}"#)
        let output = Pipe()
        let errors = Pipe()
        let process = Chatos.process(["export", "room", "--data", hub.data])
        process.standardOutput = output
        process.standardError = errors
        try output.fileHandleForReading.close()
        try process.run()
        process.waitUntilExit()
        try errors.fileHandleForWriting.close()
        #expect(process.terminationStatus == 74)
        #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    }
}
