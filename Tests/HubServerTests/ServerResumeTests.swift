import Serving
import Testing

@testable import HubServer

/// Coming back: what was missed comes once and in order, from memory or from the log.
@Suite struct ServerResumeTests {
    @Test func `[HI3] [O2] [O3] who comes back gets exactly what it missed`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        for number in 0..<10 { try ada.say("{\"type\":\"comment\",\"n\":\(number)}") }
        _ = try ada.until { $0.seq == 12 }
        for after in 0...12 {
            let back = try RoomClient(hub)
            try back.enter(
                as: "Bob", token: bob.token, more: ",\"after\":\(after),\"epoch\":\"\(bob.epoch)\"")
            #expect(back.welcome["after"]?.number == after)
            #expect(back.welcome["head"]?.number == 12)
            #expect(back.state.compactMap(\.seq) == Array(after..<12).map { $0 + 1 })
            #expect(back.ready == 12)
        }
    }

    @Test func `[HI4] what is no place in this log is a reset, and the state`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say("{\"type\":\"upgrade\",\"name\":\"clock\"}")
        _ = try ada.next()
        let questions = [
            (",\"after\":1,\"epoch\":\"other\"", "epoch"), (",\"after\":1", "epoch"),
            (",\"after\":0", "epoch"),
            (",\"after\":3,\"epoch\":\"\(ada.epoch)\"", "ahead"),
            (",\"after\":1099511627775,\"epoch\":\"\(ada.epoch)\"", "ahead"),
        ]
        for (members, reason) in questions {
            let back = try RoomClient(hub)
            try back.enter(as: "Ada", token: ada.token, more: members)
            #expect(back.welcome["after"] == nil)
            #expect(back.state.map(\.what) == ["hub:reset", "upgrade"])
            #expect(back.state.first?["reason"]?.string == reason)
            #expect(back.state.first?["epoch"]?.string == ada.epoch)
            #expect(back.state.first?["head"]?.number == 2)
            #expect(back.ready == 2)
        }
        let bad = try RoomClient(hub)
        try bad.say("{\"hub\":\"hello\",\"name\":\"Ada\",\"after\":1099511627776}")
        #expect(try bad.next()["code"]?.string == "bad_control")
    }

    @Test func `[O2] a long absence is read from the log in parts, while others go on`() throws {
        let hub = try TestHub {
            $0.limits.catchUpOps = 100
            $0.limits.catchUpBytes = 4_096
            $0.connectionLimits.ampleBytes = 4_096
        }
        let ada = try RoomClient(hub, as: "Ada")
        // More than a room keeps in memory.
        let old = 1_500
        for number in 0..<old { try ada.say("{\"type\":\"comment\",\"n\":\(number)}") }
        _ = try ada.until { $0["op"]?["n"]?.number == old - 1 }
        let back = try RoomClient(hub)
        try back.say(
            "{\"hub\":\"hello\",\"name\":\"Bob\",\"quiet\":true,\"after\":0,\"epoch\":\"\(ada.epoch)\"}")
        for number in old..<old + 500 { try ada.say("{\"type\":\"comment\",\"n\":\(number)}") }
        #expect(try back.next()["after"]?.number == 0)
        var last = 0
        var readyAt: Int?
        while last < old + 501 || readyAt == nil {
            let message = try back.next()
            if message.what == "hub:ready" {
                #expect(readyAt == nil && message.seq == last)
                readyAt = last
            } else {
                try #require(message.seq == last + 1)
                last += 1
            }
        }
        #expect(readyAt ?? 0 >= old + 1)
    }

    @Test func `[O2] an absence over a restart is read from the log`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say("{\"type\":\"comment\"}")
        _ = try ada.next()
        hub.stop()
        try hub.start()
        let back = try RoomClient(hub)
        try back.enter(as: "Ada", token: ada.token, more: ",\"after\":1,\"epoch\":\"\(ada.epoch)\"")
        #expect(back.state.map(\.what) == ["comment", "disconnected"])
    }

    @Test func `[O2] [W63] who reads too slowly is cut off alone, and comes back to all of it`() throws {
        let hub = try TestHub {
            $0.connectionLimits.outboxBytes = 1 << 20
            $0.limits.catchUpBytes = 1 << 18
            $0.connectionLimits.ampleBytes = 1 << 18
            $0.connectionLimits.closeTime = .second / 5
        }
        let slow = try RoomClient(hub, as: "Slow", receiveBuffer: 1 << 17)
        let ada = try RoomClient(hub, as: "Ada")
        let body = String(repeating: "x", count: 100_000)
        var sent = 0
        // Everything that the kernel buffers for the slow one, and then more than the hub does.
        var isGone = false
        while !isGone, sent < 500 {
            try ada.say("{\"type\":\"comment\",\"n\":\(sent),\"x\":\"\(body)\"}")
            sent += 1
            // The small one is the hub's word that somebody has gone.
            while try ada.next().bytes.count < body.utf8.count { isGone = true }
        }
        #expect(isGone && sent > 10)
        // What it reads now is without a gap, up to the hub's 4001 or the end of the connection.
        var last = 1
        var code: UInt16?
        reading: do {
            while true {
                switch try slow.nextEvent() {
                case .message(let message):
                    try #require(message.seq == last + 1)
                    last += 1
                case .closed(let number, _):
                    code = number
                    break reading
                case .pong: continue
                }
            }
        } catch is ClientFailure {
        }
        #expect(code == nil || code == 4001)
        let back = try RoomClient(hub)
        try back.enter(as: "Slow", token: slow.token, more: ",\"after\":\(last),\"epoch\":\"\(slow.epoch)\"")
        #expect(back.state.first?.seq == last + 1)
        #expect(back.state.last { $0.bytes.count > body.utf8.count }?["op"]?["n"]?.number == sent - 1)
        #expect(zip(back.state, back.state.dropFirst()).allSatisfy { ($0.seq ?? 0) + 1 == $1.seq })
    }
}
