import HubProtocol
import Serving
import Sockets
import Storage
import Testing

@testable import HubServer

/// Beginning and end: what a hub takes for itself, and how it goes.
@Suite struct ServerTests {
    @Test func `a second hub on the same folder is refused, and the first lives on`() throws {
        let hub = try TestHub()
        let error = #expect(throws: StorageError.self) { _ = try Server(hub.configuration) }
        #expect(error?.description.contains("in use by another hub") == true)
        #expect(try HTTPClient(hub).get("/healthz").status == 200)
    }

    @Test func `a second hub on the same port is refused, and lets its folder go`() throws {
        let hub = try TestHub()
        let folder = TemporaryFolder()
        var configuration = hub.configuration
        configuration.data = folder.path
        configuration.listen = hub.address
        let error = #expect(throws: SocketError.self) { _ = try Server(configuration) }
        #expect(error?.description.contains("listen on 127.0.0.1:\(hub.port)") == true)
        _ = try DataFolder.open(path: folder.path, exclusive: true)
    }

    @Test func `a hub that never runs ends, too`() throws {
        let folder = TemporaryFolder()
        for _ in 0..<2 {
            _ = try Server(Configuration(listen: .loopback(port: 0), data: folder.path, web: folder.path))
        }
    }

    @Test func `[U29] members are told that the hub stops, and what they were shown is there later`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        let idle = try HTTPClient(hub)
        #expect(try idle.get("/healthz").status == 200)
        for number in 0..<200 { try ada.say("{\"type\":\"comment\",\"n\":\(number)}") }
        _ = try bob.until { $0["op"]?["n"]?.number == 50 }
        hub.askToStop()
        var shown = 0
        var code: UInt16?
        while code == nil {
            switch try bob.nextEvent() {
            case .message(let message): shown = message.seq ?? shown
            case .closed(let number, let reason):
                #expect(reason == "the hub is stopping")
                code = number
            case .pong: continue
            }
        }
        #expect(code == 1001)
        #expect(try ada.closeCode() == 1001)
        #expect(try idle.isEnded())
        try hub.join()
        try hub.start()
        #expect(try HTTPClient(hub).get("/api/v1/rooms/room").json["head"]?.number ?? 0 >= shown)
        let log = try HTTPClient(hub).get("/api/v1/rooms/room/log").text.split(separator: "\n")
        #expect(log.compactMap { JSON(bytes: Array($0.utf8)).seq } == Array(1...log.count))
    }

    @Test func `a hub stops within five seconds, whoever does not answer`() throws {
        let hub = try TestHub { $0.connectionLimits.closeTime = ConnectionLimits().closeTime }
        let deaf = try RoomClient(hub, as: "Deaf")
        let silent = try RoomClient(hub)
        let half = try HTTPClient(hub)
        try half.wire.send("GET / HTTP/1.1\r\n")
        let start = MonotonicTime.now()
        hub.askToStop()
        try hub.join()
        #expect(MonotonicTime.now() - start < 5 * .second)
        #expect(try deaf.closeCode() == 1001)
        #expect(try silent.closeCode() == 1001)
    }

    @Test func `an op that was taken when the hub stopped is in the log, and a re-send finds it`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        hub.gate.close()
        try ada.say("{\"type\":\"comment\",\"id\":\"1\"}")
        #expect(hub.gate.waitUntilHeld())
        hub.askToStop()
        #expect(try ada.closeCode() == 1001)
        hub.gate.open()
        try hub.join()
        try hub.start()
        let back = try RoomClient(hub, as: "Ada", token: ada.token)
        _ = try back.next()
        try back.say("{\"type\":\"comment\",\"id\":\"1\"}")
        #expect(try back.next().seq == 2)
    }
}
