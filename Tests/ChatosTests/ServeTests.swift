import Foundation
import HubProtocol
import TestSupport
import Testing

struct ServeTests {
    @Test func `SIGTERM ends it within five seconds, also with somebody in a room, and nothing is lost`()
        throws
    {
        let hub = try HubProcess()
        let ada = try hub.enter("room", Hello(name: "Ada"))
        try ada.say(#"{"type":"comment","body":"hi"}"#)
        #expect(hub.stop(within: 5) == 0)
        #expect(try hub.export("room").ops.contains(#""o","Ada",{"type":"comment","body":"hi"}]"#))
    }

    @Test func `[SC5] [SC7] a schedule survives SIGKILL and compaction with its placeholders`() throws {
        let hub = try HubProcess()
        let bell = #"{"type":"bell","name":"b","at":"%d{l}","schedule":"* * * * * *"}"#
        try hub.enter("room", Hello(name: "Ada")).say(bell)
        try hub.crashAndStart()
        try waitForFirings(2, hub)
        #expect(try Chatos.run("compact", "--keep", "0", "--data", hub.data, "room").code == 0)
        try waitForFirings(2, hub)
        #expect(try hub.export("room").ops.contains(#""o","Ada",\#(bell)]"#))
        #expect(hub.stop(within: 5) == 0)
        #expect(try Chatos.run("verify", "--data", hub.data, "room").code == 0)
    }

    /// Waits until there are so many more than now.
    private func waitForFirings(_ count: Int, _ hub: HubProcess) throws {
        let fired = { try hub.export("room").ops.count { $0.contains(#""firedBy":2}"#) } }
        let enough = try fired() + count
        let deadline = Date(timeIntervalSinceNow: 10)
        while try fired() < enough, Date() < deadline { usleep(50_000) }
        #expect(try fired() >= enough)
    }

    @Test func `a folder in use is refused with the reason`() throws {
        let hub = try HubProcess()
        let ended = try Chatos.run("serve", "--listen", "127.0.0.1:0", "--data", hub.data, "--web", hub.web)
        #expect(ended.code == 75)
        #expect(ended.line == "chatos: the data folder \(hub.data) is in use by another hub")
    }

    @Test func `a port in use is refused with the reason`() throws {
        let hub = try HubProcess()
        let ended = try Chatos.run(
            "serve", "--listen", hub.authority, "--data", hub.data + "2", "--web", hub.web)
        #expect(ended.code == 69)
        #expect(ended.line == "chatos: can't listen on \(hub.authority): Address already in use")
    }

    @Test func `a hub of several loops shares its port with no other hub, of however many`() throws {
        for (first, second) in [(2, 2), (2, 1), (1, 2)] {
            let hub = try HubProcess(more: ["--loops", "\(first)"])
            let ended = try Chatos.run(
                "serve", "--listen", hub.authority, "--data", hub.data + "2", "--web", hub.web, "--loops",
                "\(second)")
            #expect(ended.code == 69)
            #expect(ended.line == "chatos: can't listen on \(hub.authority): Address already in use")
        }
    }

    @Test(arguments: [
        ["--listen", "nowhere"], ["--listen", "127.0.0.1:99999"], ["--durability", "some"],
        ["--realm-origin", "realm.example.org"], ["--loops", "0"], ["--loops", "65"], ["--loops", "many"],
    ])
    func `a wrong option is a mistake of one line that names it`(words: [String]) throws {
        let folder = try TemporaryFolder()
        let ended = try Chatos.run(
            "serve", words[0], words[1], "--data", folder.path, "--web", try HubProcess.web(in: folder))
        #expect(ended.code == 64 && ended.line.hasPrefix("chatos: \(words[0]): "))
        #expect(!ended.line.contains("\n"))
    }

    @Test func `a folder without pages is refused`() throws {
        let folder = try TemporaryFolder()
        let ended = try Chatos.run("serve", "--web", folder.path, "--data", folder.path)
        #expect(ended.code == 74)
        #expect(ended.line == "chatos: --web: there is no index.html in '\(folder.path)'")
    }
}
