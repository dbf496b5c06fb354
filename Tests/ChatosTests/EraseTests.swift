import HubProtocol
import Testing

struct EraseTests {
    @Test func `what an op said is gone from the log and its exports, and the chain verifies`() throws {
        let hub = try HubProcess()
        let ada = try hub.enter("room", Hello(name: "Ada"))
        try ada.say(#"{"type":"comment","body":"a secret"}"#)
        let ended = try Chatos.run("erase", "room", "2", "--by", "Grace", "--data", hub.data)
        #expect(ended.code == 0 && ended.output == "room: op 2 erased, 36 bytes\n")
        let text = try Chatos.run("export", "room", "--data", hub.data).output
        #expect(!text.contains("secret") && text.contains(#""actor":"Grace""#))
        #expect(try Chatos.run("verify", "--data", hub.data).output.contains("1 of them erased"))
        let again = try Chatos.run("erase", "room", "2", "--data", hub.data)
        #expect(again.code == 65 && again.line == "chatos: op 2 was erased before")
        let hash = String(repeating: "ab", count: 32)
        let file = try Chatos.run("erase", "room", hash, "--data", hub.data)
        #expect(file.code == 65 && file.line == "chatos: the room has no asset \(hash)")
        #expect(try Chatos.run("erase", "room", "99", "--data", hub.data).code == 65)
        #expect(try Chatos.run("erase", "room", "x", "--data", hub.data).code == 64)
    }
}
