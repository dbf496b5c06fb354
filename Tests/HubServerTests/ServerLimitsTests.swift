import Serving
import Testing
import WebSocket

@testable import HubServer

/// What a member may cost: silence, questions, answers that it does not read.
@Suite struct ServerLimitsTests {
    @Test func `[CN6] a silent member is pinged, and dropped when it stays silent`() throws {
        let hub = try TestHub {
            $0.connectionLimits.pingTime = .second / 10
            $0.connectionLimits.silenceTime = .second / 2
        }
        let watcher = try RoomClient(hub, as: "Watcher")
        let dead = try RoomClient(hub, as: "Dead")
        var pings = 0
        // The watcher's pongs keep it in; the dead one gives none.
        while try watcher.next(answering: { pings += 1 }).what != "disconnected" {}
        #expect(pings > 0)
        guard try dead.wire.receiveAll().starts(with: [0x89, 0]) else { throw ClientFailure("no ping came") }
    }

    @Test func `a pong goes out though the outbox was full when it was due`() throws {
        // A byte that waits is too many here for pongs to be put behind it.
        let hub = try TestHub { $0.connectionLimits.ampleBytes = 1 }
        let ada = try RoomClient(hub, as: "Ada")
        let op = RoomClient.text("{\"type\":\"a\",\"persist\":false}")
        try ada.wire.send(op + RoomClient.frame(.ping, [1]))
        #expect(try ada.next().what == "a")
        guard case .pong = try ada.nextEvent() else { throw ClientFailure("no pong") }
    }

    @Test func `questions are asked one at a time, and each is answered`() throws {
        let hub = try TestHub { $0.connectionLimits.ampleBytes = 10_000 }
        let ada = try RoomClient(hub, as: "Ada")
        for number in 0..<20 { try ada.say("{\"type\":\"comment\",\"n\":\(number)}") }
        _ = try ada.until { $0["op"]?["n"]?.number == 19 }
        let count = 500
        try ada.wire.send((0..<count).flatMap { RoomClient.text("{\"type\":\"replay\",\"id\":\"\($0)\"}") })
        for number in 0..<count {
            let answer = try ada.until { $0.what == "hub:done" }
            try #require(answer.last?["id"]?.string == "\(number)" && answer.count == 22)
        }
        #expect(try ada.sync().isEmpty)
    }

    @Test func `who asks and never reads is not read from any more, and harms nobody`() throws {
        let hub = try TestHub {
            $0.connectionLimits.ampleBytes = 1 << 18
            $0.connectionLimits.silenceTime = .second * 5
        }
        let ada = try RoomClient(hub, as: "Ada")
        let asker = try RoomClient(hub, as: "Asker", receiveBuffer: 1 << 16)
        _ = try ada.next()
        let body = String(repeating: "x", count: 5_000)
        for _ in 0..<100 { try ada.say("{\"type\":\"comment\",\"x\":\"\(body)\"}") }
        for _ in 0..<100 { _ = try ada.next() }
        // One write, which the hub reads at once: what it does not take of it is left on purpose.
        let questions = Array(repeating: "{\"type\":\"replay\"}", count: 80)
        let said =
            ["{\"type\":\"begin\",\"persist\":false}"] + questions
            + ["{\"type\":\"end\",\"persist\":false}"]
        try asker.wire.send(said.flatMap { RoomClient.text($0) })
        _ = try ada.until { $0.what == "begin" }
        for _ in 0..<20 { #expect(try ada.sync().isEmpty) }
        try ada.say("{\"type\":\"comment\"}")
        #expect(try ada.next().what == "comment")
    }
}
