import Bytes
import Testing

@testable import WebSocket

struct WebSocketConnectionTests {
    private static func message(_ connection: borrowing WebSocketConnection) -> [UInt8] {
        connection.withMessage { message in message.withUnsafeBytes { Array($0) } }
    }

    @Test func `[W10] bytes that came with the handshake are taken at once`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.receive(masked("early"))
        let events = drain(&connection)
        #expect(events == [.text("early")])
    }

    @Test func `a new connection is open and has nothing to say`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        let event = connection.nextEvent()
        let (isOpen, hasOutput) = (connection.isOpen, connection.hasOutput)
        #expect(event == nil && isOpen && !hasOutput)
        #expect(Self.message(connection) == [])
    }

    @Test func `a message is valid until the next call and gone after it`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.receive(masked("one") + masked("tw", isFinal: false) + masked(.continuation, [0x6F]))
        _ = connection.nextEvent()
        #expect(Self.message(connection) == Array("one".utf8))
        #expect(Self.message(connection) == Array("one".utf8))
        _ = connection.nextEvent()
        #expect(Self.message(connection) == Array("two".utf8))
        connection.receive([])
        #expect(Self.message(connection) == [])
        let last = connection.nextEvent()
        #expect(last == nil)
    }

    @Test func `bytes received while a message is in hand follow it`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        let second = masked("second")
        connection.receive(masked("first") + second.prefix(3))
        _ = connection.nextEvent()
        connection.receive(Array(second.dropFirst(3)))
        let events = drain(&connection)
        #expect(events == [.text("second")])
    }

    @Test func `a ping is sent while open, and its pong is an event`() {
        var server = WebSocketConnection(role: .server, limits: Limits())
        var client = WebSocketConnection(role: .client, limits: Limits())
        server.sendPing()
        let hasOutput = server.hasOutput
        let ping = server.takeOutput()
        client.receive(ping)
        let clientEvents = drain(&client)
        server.receive(client.takeOutput())
        let serverEvents = drain(&server)
        #expect(hasOutput && ping == [0x89, 0] && clientEvents == [] && serverEvents == [.pong])
    }

    @Test func `who is pinged for being silent holds no storage`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.receive(masked("a", isFinal: false) + masked(.continuation, [0x62]))
        let events = drain(&connection)
        connection.sendPing()
        let (queued, assembled) = (connection.queue.capacity, connection.assembler.keptCapacity)
        #expect(events == [.text("ab")] && queued == 0 && assembled == 0)
    }

    @Test func `a stream of small messages keeps its storage`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        let batch = [[UInt8]](repeating: masked(String(repeating: "x", count: 125)), count: 16).flatMap(
            \.self)
        connection.receive(batch)
        _ = drain(&connection)
        let kept = connection.queue.capacity
        connection.receive(batch)
        _ = drain(&connection)
        let keptAgain = connection.queue.capacity
        #expect(kept >= batch.count && keptAgain == kept)
    }

    @Test func `what one end says the other hears, in random messages, fragments and cuts`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = Seeded(state: seed)
        for role in [WebSocketConnection.Role.server, .client] {
            for _ in 0..<60 {
                let (expected, wire) = Self.conversation(from: role, &random)
                var other = WebSocketConnection(role: role == .client ? .server : .client, limits: Limits())
                var events: [Seen] = []
                var rest = wire[...]
                while !rest.isEmpty {
                    let count = Int.random(in: 1...min(rest.count, 4_000), using: &random)
                    other.receive(Array(rest.prefix(count)))
                    rest = rest.dropFirst(count)
                    events += drain(&other)
                }
                let state = other.state
                #expect(events == expected && state == .closed, "seed \(seed)")
            }
        }
    }

    /// Some messages of `role` in random fragments with pongs between them, and a close.
    private static func conversation(
        from role: WebSocketConnection.Role, _ random: inout Seeded
    ) -> (events: [Seen], wire: [UInt8]) {
        var events: [Seen] = []
        var wire: [UInt8] = []
        func send(_ opcode: Opcode, _ payload: ArraySlice<UInt8>, isFinal: Bool) {
            let mask = role == .client ? UInt32.random(in: .min ... .max, using: &random) : nil
            wire += FrameEncoder.frame(opcode, payload: Array(payload), isFinal: isFinal, mask: mask)
        }
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            let isText = Bool.random(using: &random)
            let size = [0, 3, 130, 70_000].map { Int.random(in: 0...$0, using: &random) }
            let count = size.randomElement(using: &random) ?? 0
            let text = String((0..<count / 4).map { _ in "aé€😀".randomElement(using: &random) ?? "a" })
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            var rest = isText ? Array(text.utf8)[...] : bytes[...]
            var opcode = isText ? Opcode.text : .binary
            while Bool.random(using: &random) {
                let fragment = rest.prefix(Int.random(in: 0...rest.count, using: &random))
                send(opcode, fragment, isFinal: false)
                rest = rest.dropFirst(fragment.count)
                opcode = .continuation
                if Bool.random(using: &random) {
                    send(.pong, [1, 2, 3], isFinal: true)
                    events.append(.pong)
                }
            }
            send(opcode, rest, isFinal: true)
            events.append(isText ? .text(text) : .binary(bytes))
        }
        send(.close, closing(1000, Array("done".utf8))[...], isFinal: true)
        return (events + [.closed(1000, "done")], wire)
    }
}
