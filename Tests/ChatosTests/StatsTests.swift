import HubProtocol
import Testing

struct StatsTests {
    @Test func `U32 each room's size is told, and the database's`() throws {
        let hub = try HubProcess()
        let ada = try hub.enter("room", Hello(name: "Ada"))
        try ada.say(#"{"type":"upgrade","name":"t"}"#)
        let all = try Chatos.run("stats", "--data", hub.data)
        #expect(all.code == 0 && all.output.hasPrefix("database "))
        let row = all.output.split(separator: "\n").last?.split(separator: " ").map(String.init)
        #expect(row == ["room", "2", "63", "1", "0", "0", "0", "0"])
        let one = try Chatos.run("stats", "room", "--data", hub.data)
        #expect(one.output.contains("\nops          2, of 63 bytes\n") && !one.output.contains("imported"))
        #expect(try Chatos.run("stats", "nowhere", "--data", hub.data).code == 65)
    }
}
