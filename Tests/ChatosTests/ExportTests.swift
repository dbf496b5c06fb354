import Foundation
import HubProtocol
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
