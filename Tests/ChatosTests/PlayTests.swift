import Foundation
import HubClient
import HubProtocol
import TestSupport
import Testing

struct PlayTests {
    private let folder: TemporaryFolder
    private let header =
        #"{"format":"chatos-session","version":1,"room":"x","epoch":"e","started":1790000000000,"#
        + #""authors":{"Ada":{"id":"a","name":"Ada"},"Bob":{"id":"b","name":"Bob"}}}"#

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A session file of these lines; `header` stands for a good header.
    private func session(_ lines: String...) throws -> String {
        let path = folder.path + "/session.ndjson"
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
        return path
    }

    @Test func `without a room to go to it is a mistake`() throws {
        let ended = try Chatos.run("replay", "file")
        #expect(ended.code == 64 && ended.line == "chatos: `replay` needs --to URL")
    }

    @Test(arguments: ["nowhere", "wss://h/rooms/x", "ws://h/x"])
    func `an address that is none is a mistake`(address: String) throws {
        let ended = try Chatos.run("replay", "file", "--to", address)
        #expect(ended.code == 64 && ended.line.hasPrefix("chatos: --to: \"\(address)\""))
    }

    @Test func `a speed that is none is a mistake`() throws {
        let ended = try Chatos.run("replay", "file", "--to", "ws://h/rooms/x", "--speed", "-1")
        #expect(ended.code == 64 && ended.line == "chatos: --speed: a number from 0 on, not '-1'")
    }

    @Test func `a file that can't be read is told`() throws {
        let ended = try Chatos.run("replay", folder.path + "/none", "--to", "ws://127.0.0.1:1/rooms/x")
        #expect(ended.code == 74)
        #expect(ended.line == "chatos: can't open \(folder.path)/none: No such file or directory")
    }

    @Test func `a hub that is not there is told, at the first op`() throws {
        let file = try session(header, #"[1,0,"o","Ada",{"type":"x"}]"#)
        let ended = try Chatos.run("replay", file, "--to", "ws://127.0.0.1:1/rooms/x")
        #expect(ended.code == 69)
        #expect(ended.line == "chatos: op 1: can't connect to 127.0.0.1:1: Connection refused")
    }

    @Test func `a malformed line is named, and what stands before it has been played`() throws {
        let hub = try HubProcess()
        let file = try session(header, "# a comment", #"[1,0,"o","Ada",{"type":"x"}]"#, "[2]")
        let ended = try Chatos.run("replay", file, "--to", hub.url("copy"), "--speed", "0")
        #expect(ended.code == 65)
        #expect(
            ended.line == "chatos: \(file), line 4: neither a comment nor [seq, ms, code, author, data]")
        #expect(try hub.export("copy").ops == [#""o","Ada",{"type":"x"}]"#])
    }

    @Test func `a session is played in its own time, or in a multiple of it`() throws {
        let hub = try HubProcess()
        let file = try session(header, #"[1,5,"o","Ada",{"type":"x"}]"#, #"[2,605,"o","Ada",{"type":"y"}]"#)
        let start = ContinuousClock.now
        #expect(try Chatos.run("replay", file, "--to", hub.url("copy"), "--speed", "2").code == 0)
        let took = ContinuousClock.now - start
        #expect(took >= .milliseconds(300))
        #expect(try hub.export("copy").ops.count == 2)
    }

    @Test func `a session comes over standard input too`() throws {
        let hub = try HubProcess()
        let file = try session(header, #"[1,0,"o","Ada",{"type":"x"}]"#)
        let input = try FileHandle(forReadingFrom: URL(filePath: file))
        #expect(try Chatos.run("replay", "-", "--to", hub.url("copy"), input: input).code == 0)
        #expect(try hub.export("copy").ops == [#""o","Ada",{"type":"x"}]"#])
    }

    @Test func `a hub that stops under way is told, with the op that was waited for`() throws {
        let hub = try HubProcess()
        let file = try session(
            header, #"[1,0,"o","Ada",{"type":"x"}]"#, #"[2,99000,"o","Ada",{"type":"y"}]"#)
        let errors = Pipe()
        let process = Chatos.process(["replay", file, "--to", hub.url("copy")])
        process.standardError = errors
        let watcher = try hub.enter("copy", Hello(name: "Watcher", quiet: true))
        try process.run()
        while case let message? = try watcher.receive(timeoutMs: 10_000) {
            if case .envelope = message { break }
        }
        #expect(hub.stop(within: 5) == 0)
        process.waitUntilExit()
        try errors.fileHandleForWriting.close()
        let line = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationStatus == 69)
        #expect(line == "chatos: op 2: the hub closed the connection (1001): the hub is stopping\n")
    }
}
