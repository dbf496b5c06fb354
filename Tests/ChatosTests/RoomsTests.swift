import HubProtocol
import Testing

struct RoomsTests {
    @Test func `the rooms are listed, newest activity first`() throws {
        let hub = try HubProcess()
        for room in ["first", "second"] {
            try hub.enter(room, Hello(name: "Ada")).say(#"{"type":"comment"}"#)
        }
        let ended = try Chatos.run("rooms", "--data", hub.data)
        let lines = ended.output.split(separator: "\n")
        #expect(ended.code == 0 && lines.count == 3)
        #expect(lines[0].hasPrefix("room    ops  newest"))
        #expect(lines.dropFirst().contains { $0.hasPrefix("first ") } && lines[1].hasPrefix("second  "))
    }
}
