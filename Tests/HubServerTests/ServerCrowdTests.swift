import Glibc
import Serving
import Sockets
import Testing
import WebSocket

@testable import HubServer

/// A crowd on two loops when something goes wrong, or ends.
@Suite struct ServerCrowdTests {
    private func hub(_ more: @escaping (inout Configuration) -> Void = { _ in }) throws -> TestHub {
        try TestHub {
            $0.loops = 2
            $0.limits.crowd = 0
            more(&$0)
        }
    }

    private func op(_ number: Int, persist: Bool = true, size: Int = 0) -> String {
        let body = String(repeating: "x", count: size)
        return "{\"type\":\"comment\",\"n\":\(number),\"persist\":\(persist),\"body\":\"\(body)\"}"
    }

    private func members(_ count: Int, of hub: TestHub, receiveBuffer: Int32? = nil) throws -> [RoomClient] {
        try (0..<count).map {
            try RoomClient(hub, as: "M\($0)", more: ",\"quiet\":true", receiveBuffer: receiveBuffer)
        }
    }

    @Test func `[U47] [W63] who stops reading is sent away on either loop, harms nobody, and misses nothing`()
        throws
    {
        let hub = try hub {
            $0.connectionLimits.outboxBytes = 1 << 20
            // They will read what they are told once all is said.
            $0.connectionLimits.closeTime = 30 * .second
        }
        let members = try members(16, of: hub)
        let deaf = try self.members(6, of: hub, receiveBuffer: 1 << 16)
        // Beyond what the kernel keeps for a connection and what the hub does.
        let count = 150
        for number in 1...count {
            try members[0].say(op(number, size: 60_000))
            for member in members { try #require(try member.next().seq == number) }
        }
        for client in deaf {
            var last = client.ready
            var code: UInt16?
            while code == nil {
                switch try client.nextEvent() {
                case .message(let message):
                    try #require(message.seq == last + 1)
                    last += 1
                case .closed(let number, _): code = number
                case .pong: continue
                }
            }
            #expect(code == 4001 && last < count)
            let more = ",\"quiet\":true,\"after\":\(last),\"epoch\":\"\(client.epoch)\""
            let back = try RoomClient(hub)
            try back.say("{\"hub\":\"hello\",\"name\":\"Back\"\(more)}")
            #expect(try back.next()["after"]?.number == last)
            let missed = try back.until { $0.what == "hub:ready" }.dropLast()
            #expect(missed.compactMap(\.seq) == Array((last + 1)...count))
        }
    }

    @Test func `who speaks faster than another loop can tell is held back, and all is told in order`() throws
    {
        let hub = try hub()
        let members = try members(8, of: hub)
        // Ten times what may be under way between two loops.
        let count = 2_600
        let frames = (0..<count).map { RoomClient.text(op($0, persist: false, size: 4_000)) }
        let descriptor = members[0].wire.socket.descriptor
        let thread = TestThread {
            // The test's own thread reads meanwhile; the two share nothing but the socket.
            for frame in frames {
                var rest = frame[...]
                while !rest.isEmpty {
                    let sent = rest.withUnsafeBytes {
                        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    if sent > 0 { rest = rest.dropFirst(sent) } else { usleep(500) }
                }
            }
        }
        for number in 0..<count {
            for member in members { try #require(try member.next()["op"]?["n"]?.number == number) }
        }
        try thread.join()
    }

    @Test func `[W57] what is compressed for a room is compressed once, and read on either loop`() throws {
        let hub = try hub { $0.compression = .shared(DeflateSettings()) }
        var members: [RoomClient] = []
        for number in 0..<14 {
            let member = try RoomClient(hub, lines: [RoomClient.offersDeflate])
            try member.enter(as: "M", more: ",\"quiet\":true")
            members.append(member)
            for part in 0..<3 {
                try member.say(op(number * 3 + part, size: 600))
                var frames: Set<[UInt8]> = []
                for member in members {
                    try #require(try member.next()["op"]?["n"]?.number == number * 3 + part)
                    frames.insert(member.lastRead)
                }
                #expect(frames.count == 1 && frames.first?.first == 0xC1)
            }
        }
        #expect((1...14).contains(hub.guests))
    }

    @Test func `[O1] members on either loop are told that the log failed, and were shown nothing`() throws {
        let hub = try hub()
        let members = try members(12, of: hub)
        hub.gate.fail()
        try members[0].say(op(1))
        for member in members { #expect(try member.closeCode() == 4000) }
        hub.gate.open()
        let back = try RoomClient(hub, as: "Back", more: ",\"quiet\":true")
        #expect(back.ready == 0)
    }

    @Test func `[PR1] a hub that stops logs the going of everybody, on whichever loop they were`() throws {
        let hub = try hub()
        let members = try (0..<16).map { try RoomClient(hub, as: "M\($0)") }
        #expect((1...16).contains(hub.guests))
        hub.askToStop()
        for member in members { #expect(try member.closeCode() == 1001) }
        try hub.join()
        try hub.start()
        let log = try HTTPClient(hub).get("/api/v1/rooms/room/log").text.split(separator: "\n")
        let ops = log.map { JSON(bytes: Array($0.utf8)) }
        #expect(ops.compactMap(\.seq) == Array(1...32))
        #expect(ops.dropFirst(16).allSatisfy { $0.what == "disconnected" })
        #expect(ops.last?["op"]?["participants"]?.number == 0)
    }

    @Test func `[W23] hubs that stop while connections are handed over leave no descriptor behind`() async {
        await #expect(processExitsWith: .success) {
            // Not from the very first: the libraries open some of their own when they are used.
            var before = 0
            for round in 0..<12 {
                if round == 2 { before = openDescriptors() }
                let hub = try TestHub {
                    $0.loops = 2
                    $0.limits.crowd = round % 2 == 0 ? 256 : 0
                }
                var wires: [Wire] = []
                for number in 0..<40 {
                    let wire = try Wire(hub.address)
                    try wire.send(
                        "GET /rooms/r\(number % 4) HTTP/1.1\r\nHost: 127.0.0.1:\(hub.port)\r\n"
                            + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            + "Sec-WebSocket-Key: \(RoomClient.key)\r\n\r\n")
                    wires.append(wire)
                    if number == round * 3 { hub.askToStop() }
                    if number > round * 3 { break }
                }
                try hub.join()
            }
            precondition(openDescriptors() == before, "descriptors are left open")
        }
    }
}

/// Without timers, of which the test's own runtime makes one when it likes.
private func openDescriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
        let number = withUnsafeBytes(of: entry.pointee.d_name) { name in
            String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        }
        var name = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/self/fd/" + number, &name, name.count)
        guard length > 0 else { continue }
        let target = String(decoding: name[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if !target.contains("timerfd") { count += 1 }
    }
    return count
}
