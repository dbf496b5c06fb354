import HubProtocol
import Testing

struct RenameTests {
    @Test func `a room has another name, and its log is what it was`() throws {
        let hub = try HubProcess()
        let ada = try hub.enter("old", Hello(name: "Ada"))
        try ada.say(#"{"type":"comment"}"#)
        let before = try hub.export("old")
        let ended = try Chatos.run("rename", "old", "new", "--data", hub.data)
        #expect(ended.code == 0 && ended.output == "old is now new\n")
        #expect(try hub.export("new") == before)
        #expect(
            try Chatos.run("rename", "old", "other", "--data", hub.data).line
                == "chatos: there is no room 'old'")
        #expect(try Chatos.run("rename", "new", "new", "--data", hub.data).code == 65)
        #expect(try Chatos.run("rename", "new", "a/b", "--data", hub.data).code == 64)
    }
}
