import Testing
import WebSocket

@testable import HubServer

/// What a member may cost: silence, questions, answers that it does not read.
@Suite struct ServerLimitsTests {
    @Test func `[CN6] a silent member is pinged, and dropped when it stays silent`() throws {
        let hub = try TestHub {
            $0.limits.pingTime = .second / 10
            $0.limits.silenceTime = .second / 2
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
        let hub = try TestHub { $0.limits.catchUpBytes = 1 }
        let ada = try RoomClient(hub, as: "Ada")
        let op = RoomClient.text("{\"type\":\"a\",\"persist\":false}")
        try ada.wire.send(op + RoomClient.frame(.ping, [1]))
        #expect(try ada.next().what == "a")
        guard case .pong = try ada.nextEvent() else { throw ClientFailure("no pong") }
    }

    @Test func `questions are taken as fast as their answers are read, and each is answered`() throws {
        let hub = try TestHub { $0.limits.catchUpBytes = 10_000 }
        let ada = try RoomClient(hub, as: "Ada")
        for number in 0..<20 { try ada.say("{\"type\":\"comment\",\"n\":\(number)}") }
        _ = try ada.until { $0["op"]?["n"]?.number == 19 }
        let count = 500
        let questions = (0..<count).flatMap { RoomClient.text("{\"type\":\"replay\",\"id\":\"\($0)\"}") }
        try ada.wire.send(questions + RoomClient.text("{\"type\":\"comment\",\"body\":\"last\"}"))
        for number in 0..<count {
            let answer = try ada.until { $0.what == "hub:done" || $0["op"]?["body"] != nil }
            try #require(answer.last?["id"]?.string == "\(number)")
            if number < count - WebSocketSession.questionsMax - 2 {
                try #require(answer.count == 22)
            }
            if number == count - WebSocketSession.questionsMax - 2 { break }
        }
    }

    @Test func `a member that asks and never reads costs a bounded outbox, and harms nobody`() throws {
        let hub = try TestHub {
            $0.limits.outboxBytes = 1 << 20
            $0.limits.catchUpBytes = 1 << 18
        }
        let ada = try RoomClient(hub, as: "Ada")
        let asker = try RoomClient(hub, as: "Asker", receiveBuffer: 1 << 16)
        _ = try ada.next()
        for _ in 0..<100 {
            try ada.say("{\"type\":\"comment\",\"x\":\"\(String(repeating: "x", count: 5_000))\"}")
        }
        for _ in 0..<100 { _ = try ada.next() }
        let question = RoomClient.text("{\"type\":\"replay\"}")
        var bytes = question[...]
        var refusals = 0
        while refusals < 20 {
            if let count = try asker.wire.sendSome(bytes) {
                bytes = bytes.count == count ? question[...] : bytes.dropFirst(count)
                refusals = 0
            } else {
                #expect(try ada.sync().isEmpty)
                refusals += 1
            }
        }
        try ada.say("{\"type\":\"comment\"}")
        #expect(try ada.next().what == "comment")
    }
}
