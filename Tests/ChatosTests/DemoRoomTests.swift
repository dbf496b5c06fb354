import Foundation
import HubClient
import HubProtocol
import TestSupport
import Testing

struct DemoRoomTests {
    private let web = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../web").standardized.path
    private var demo: String { web + "/rooms/demo.ndjson" }

    @Test func `a hub without rooms begins with the demo, and with the rest of it is left alone`() throws {
        let hub = try HubProcess(more: ["--demo", demo])
        let first = try hub.export("demo").ops
        #expect(first.count > 20)
        #expect(try Chatos.run("verify", "demo", "--data", hub.data).code == 0)
        // Deleted, it stays away as long as there is another room.
        try hub.enter("other", Hello(name: "Ada")).close()
        #expect(try Chatos.run("delete", "demo", "--data", hub.data).code == 0)
        try hub.crashAndStart()
        let rooms = try Chatos.run("rooms", "--data", hub.data).output
        #expect(rooms.contains("other") && !rooms.contains("demo"))
    }

    @Test func `a demo that can't be read is a mistake, and no hub starts`() throws {
        let folder = try TemporaryFolder()
        let ended = try Chatos.run(
            "serve", "--listen", "127.0.0.1:0", "--data", folder.path + "/data", "--web", web, "--demo",
            folder.path + "/nothing")
        #expect(ended.code == 74)
        #expect(ended.line.contains("nothing"))
    }
}
