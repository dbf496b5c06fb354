import HubProtocol
import Storage
import TestSupport
import Testing

struct DeleteTests {
    @Test func `a room is gone with its log, with a hub and without`() throws {
        let hub = try HubProcess()
        for room in ["a", "b"] { try hub.enter(room, Hello(name: "Ada")).say(#"{"type":"comment"}"#) }
        #expect(try Chatos.run("delete", "a", "--data", hub.data).output.hasPrefix("a deleted: "))
        #expect(try Chatos.run("export", "a", "--data", hub.data).code == 65)
        #expect(hub.stop(within: 10) == 0)
        #expect(try Chatos.run("delete", "b", "--data", hub.data).output.hasPrefix("b deleted: "))
        let ended = try Chatos.run("delete", "b", "--data", hub.data)
        #expect(ended.code == 65 && ended.line == "chatos: there is no room 'b'")
        #expect(try Chatos.run("rooms", "--data", hub.data).output.split(separator: "\n").count == 1)
    }

    @Test func `a folder that is held, by a hub that does not answer, is told with 75`() throws {
        let temporary = try TemporaryFolder()
        let folder = try DataFolder.open(path: temporary.path, exclusive: true)
        let writer = try LogWriter(folder: folder, durability: .full)
        defer { writer.stop() }
        let ended = try Chatos.run("delete", "a", "--data", temporary.path)
        #expect(ended.code == 75 && ended.output.isEmpty)
        let inUse = "the data folder \(temporary.path) is in use"
        #expect(ended.line.hasPrefix("chatos: \(inUse), and no hub answers"))
        // What only reads needs nobody.
        #expect(try Chatos.run("rooms", "--data", temporary.path).code == 0)
    }
}
