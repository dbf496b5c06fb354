import Glibc
import HubProtocol
import Testing

@testable import HubServer

@Suite struct AdminSocketTests {
    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test func `[AD1] a hub has a socket in its folder for as long as it runs`() throws {
        let hub = try TestHub()
        let path = hub.configuration.data + "/admin.sock"
        _ = try RoomClient(hub, as: "Ada")
        #expect(exists(path))
        hub.stop()
        #expect(!exists(path))
        try hub.start()
        _ = try RoomClient(hub, as: "Ada")
        #expect(exists(path))
    }

    @Test func `[AD3] nonsense is answered, and ends the connection, not the hub`() throws {
        let hub = try TestHub()
        _ = try RoomClient(hub, as: "Ada")
        for line in ["nonsense", "{}", #"{"do":"delete","room":"nowhere"}"#] {
            let stream = AdminStream(
                try LocalSocket.connect(in: hub.configuration.data), path: "the admin socket")
            try stream.write(Array((line + "\n").utf8))
            let reply = try #require(try stream.line())
            guard case .failed(let error) = try AdminReply(reply) else { throw ClientFailure("no error") }
            #expect(error.code == (line.contains("nowhere") ? .refused : .badRequest))
            #expect(try stream.line() == nil)
        }
        _ = try RoomClient(hub, as: "Bob")
    }

    @Test func `a hub stops though somebody holds its socket, and says nothing`() throws {
        let hub = try TestHub()
        _ = try RoomClient(hub, as: "Ada")
        let stream = AdminStream(
            try LocalSocket.connect(in: hub.configuration.data), path: "the admin socket")
        hub.stop()
        #expect(try stream.line() == nil)
    }
}
