import Glibc
import Serving
import Sockets
import Testing
import WebSocket

@testable import HubServer

/// Rooms on two loops: connections that are handed to their room, and crowds that are spread.
@Suite struct ServerLoopsTests {
    /// - Parameter crowd: with 0 everybody stays on the loop that accepted them.
    private func hub(crowd: Int, _ more: @escaping (inout Configuration) -> Void = { _ in }) throws -> TestHub
    {
        try TestHub {
            $0.loops = 2
            $0.limits.crowd = crowd
            more(&$0)
        }
    }

    /// So many members of a room; by the odds some of them are on either loop.
    private func members(
        _ count: Int, of hub: TestHub, room: String = "room", more: String = ",\"quiet\":true"
    ) throws -> [RoomClient] {
        try (0..<count).map { try RoomClient(hub, room: room, as: "M\($0)", more: more) }
    }

    private func op(_ number: Int, persist: Bool = true, size: Int = 0) -> String {
        let body = String(repeating: "x", count: size)
        return "{\"type\":\"comment\",\"n\":\(number),\"persist\":\(persist),\"body\":\"\(body)\"}"
    }

    @Test func `connections are handed to the home of their room, whoever accepted them`() throws {
        let hub = try hub(crowd: 256)
        for room in ["one", "two", "three", "four"] {
            let members = try members(12, of: hub, room: room)
            try members[0].say(op(1))
            for member in members { #expect(try member.next()["op"]?["n"]?.number == 1) }
        }
        // All 48 were accepted by their home once in 2^48.
        #expect((1..<48).contains(hub.handedOver))
        #expect(hub.guests == 0)
    }

    @Test func `[OP5] a room of hundreds is spread, and all are told the same in the same order`() throws {
        let hub = try hub(crowd: ServerLimits().crowd)
        let members = try members(330, of: hub)
        #expect((1...74).contains(hub.guests))
        let speakers = members.indices.filter { $0 % 30 == 29 }
        let count = 11 * 20
        #expect(speakers.count == 11)
        for number in 0..<20 {
            for speaker in speakers { try members[speaker].say(op(number, persist: number % 3 != 0)) }
        }
        let first = try (0..<count).map { _ in try members[0].next() }
        #expect(first.compactMap(\.seq) == Array(1...first.count { $0.seq != nil }))
        for speaker in speakers {
            let id = members[speaker].id
            let own = first.filter { $0["from"]?["id"]?.string == id }
            #expect(own.map { $0["op"]?["n"]?.number } == Array(0..<20))
        }
        for member in members.dropFirst() {
            let told = try (0..<count).map { _ in try member.next().bytes }
            try #require(told == first.map(\.bytes))
        }
    }

    @Test func `[HI2] [O3] who comes while others speak gets a state and all that is newer`() throws {
        let hub = try hub(crowd: 0)
        let speaker = try RoomClient(hub, as: "Speaker", more: ",\"quiet\":true")
        var members: [RoomClient] = []
        for number in 0..<40 {
            for part in 0..<5 {
                try speaker.say("{\"type\":\"note\",\"name\":\"n\",\"x\":\(number * 5 + part)}")
            }
            let member = try RoomClient(hub)
            try member.enter(as: "Late")
            members.append(member)
        }
        #expect((1...40).contains(hub.guests))
        try speaker.say("{\"type\":\"end\"}")
        for member in members {
            // The newest of all that had been said, and everything behind it.
            #expect(member.state.count <= 1 && member.state.last?.seq ?? 0 <= member.ready)
            let seqs = try member.until { $0.what == "end" }.compactMap(\.seq)
            try #require(seqs == Array((member.ready + 1)..<(member.ready + 1 + seqs.count)))
        }
    }

    @Test func `[U57] [U52] a participant is one, on however many loops it has connections`() throws {
        let hub = try hub(crowd: 0)
        let watcher = try RoomClient(hub, as: "Watcher")
        let first = try RoomClient(hub, as: "Ada")
        #expect(try watcher.next().what == "joined")
        var others = try (0..<11).map { _ in try RoomClient(hub, as: "Ada", token: first.token) }
        #expect(others.allSatisfy { $0.id == first.id })
        let listed = try #require(others.last?.welcome["members"]?.elements)
        #expect(listed.map { $0["connections"]?.number } == [1, 12])
        // Whichever loop is asked.
        for _ in 0..<8 {
            #expect(try HTTPClient(hub).get("/api/v1/rooms/room").json["members"]?.number == 2)
        }
        try first.leave()
        while let other = others.popLast(), !others.isEmpty { try other.leave() }
        #expect(try watcher.sync().isEmpty)
        let rooms = try HTTPClient(hub).get("/api/v1/rooms").json["rooms"]
        #expect(rooms?.elements.first?["members"]?.number == 1)
        #expect(try watcher.next().what == "disconnected")
    }

    @Test func `[U19] [U50] a torn connection takes nothing from the one that resumed elsewhere`() throws {
        let hub = try hub(crowd: 0)
        let watcher = try RoomClient(hub, as: "Watcher")
        for _ in 0..<6 {
            var torn: RoomClient? = try RoomClient(hub, as: "Ada")
            let (token, epoch, seq) = (torn?.token ?? "", torn?.epoch ?? "", torn?.ready ?? 0)
            #expect(try watcher.next().what == "joined")
            let back = try RoomClient(
                hub, as: "Ada", token: token, more: ",\"after\":\(seq),\"epoch\":\"\(epoch)\"")
            // A reset instead of an end, as from a machine that lost its power.
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                torn?.wire.socket.descriptor ?? -1, SOL_SOCKET, SO_LINGER, &linger,
                socklen_t(MemoryLayout<Glibc.linger>.size))
            torn = nil
            try back.say(op(1))
            #expect(try back.until { $0.what == "comment" }.count == 1)
            #expect(try watcher.next().what == "comment")
            try back.leave()
            #expect(try watcher.next().what == "disconnected")
        }
    }
}
