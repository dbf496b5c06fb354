import Serving
import Testing
import WebSocket

@testable import HubServer

/// What a member may cost: silence, questions, answers that it does not read.
@Suite struct ServerLimitsTests {
    @Test func `[CN6] [W50] a silent member is pinged, and dropped when it stays silent`() throws {
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

    @Test func `[W50] any byte is a sign of life, of half a frame too`() throws {
        let hub = try TestHub {
            $0.connectionLimits.pingTime = .second / 10
            $0.connectionLimits.silenceTime = .second / 2
        }
        let ada = try RoomClient(hub, as: "Ada")
        // Longer than the hub bears silence, and no pong among it.
        let started = MonotonicTime.now()
        for byte in RoomClient.text("{\"type\":\"comment\",\"persist\":false}") {
            try ada.wire.send([byte])
            let next = MonotonicTime.now() + .second / 20
            while MonotonicTime.now() < next { MonotonicTime.rest() }
        }
        #expect(MonotonicTime.now() - started > .second)
        #expect(try ada.next().what == "comment")
    }

    @Test func `[W45] a peer that never answers a close is cut off`() throws {
        let hub = try TestHub { $0.connectionLimits.closeTime = .second / 5 }
        let mute = try RoomClient(hub, as: "Mute")
        try mute.send(.text, [0xFF])
        guard case .closed(1007, _) = try mute.nextEvent() else { throw ClientFailure("no close") }
        let started = MonotonicTime.now()
        // It neither answers nor ends; the hub does.
        #expect(try mute.wire.receiveAll().isEmpty)
        #expect(MonotonicTime.now() - started < .second * 5)
    }

    @Test func `[W14] a head that comes byte by byte has no more time than another`() throws {
        let hub = try TestHub { $0.connectionLimits.requestTime = .second / 5 }
        let slow = try HTTPClient(hub)
        // Each byte comes soon after the one before, and all of them too late.
        for byte in "GET / HTTP/1.1\r\nHost: a".utf8 {
            try slow.wire.send([byte])
            let next = MonotonicTime.now() + .second / 50
            while MonotonicTime.now() < next { MonotonicTime.rest() }
        }
        #expect(try slow.answer().status == 408)
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
