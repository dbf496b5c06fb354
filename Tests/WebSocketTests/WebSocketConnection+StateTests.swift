import Bytes
import Testing

@testable import WebSocket

struct WebSocketConnectionStateTests {
    private static func isSend(_ action: WebSocketConnection.State.Action) -> Bool {
        if case .sendClose = action { true } else { false }
    }

    @Test func `[RFC 6455 7.1] every transition of the diagram`() {
        let transitions:
            [(WebSocketConnection.State, WebSocketConnection.State, sendsAsked: Bool, sendsEnded: Bool)] =
                [
                    (.open, .closing, true, true), (.closing, .closing, false, false),
                    (.closed, .closed, false, false),
                ]
        for (from, asked, sendsAsked, sendsEnded) in transitions {
            var state = from
            #expect(Self.isSend(state.ask()) == sendsAsked && state == asked)
            state = from
            #expect(Self.isSend(state.peerClosed()) == sendsEnded && state == .closed)
            state = from
            #expect(Self.isSend(state.peerBroke()) == sendsEnded && state == .closed)
        }
    }

    @Test func `[W40] the peer's close is answered with its code and ends the connection`() {
        let seen = outcomeEveryWay(of: masked(.close, closing(1001, Array("bye".utf8))))
        #expect(seen == Outcome(events: [.closed(1001, "bye")], output: [0x88, 2, 3, 0xE9], state: .closed))
    }

    @Test func `[W40] a close without a code is answered without one`() {
        let seen = outcomeEveryWay(of: masked(.close))
        #expect(seen == Outcome(events: [.closed(nil, "")], output: [0x88, 0], state: .closed))
    }

    @Test func `[W40] a bad close payload fails the connection`() {
        let bad: [([UInt8], UInt16)] = [
            ([3], 1002), (closing(1005), 1002), (closing(999), 1002), (closing(5000), 1002),
            (closing(1000, [0xC3]), 1007),
        ]
        for (payload, code) in bad {
            let seen = outcomeEveryWay(of: masked(.close, payload))
            #expect(seen.events == [.failed(code)] && seen.state == .closed)
            #expect(onlyCloseCode(in: seen.output) == code)
        }
    }

    @Test func `[W44] both sides close at once: one close each`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.sendClose(.goingAway, reason: "stopping")
        connection.receive(masked(.close, closing(1000)))
        let events = drain(&connection)
        let (output, state) = (connection.takeOutput(), connection.state)
        #expect(events == [.closed(1000, "")] && state == .closed)
        #expect(output == [0x88, 10, 3, 0xE9] + Array("stopping".utf8))
    }

    @Test func `[W44] one close is ever sent, whatever happens afterwards`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.sendClose(.goingAway)
        connection.sendClose(.normalClosure)
        let first = connection.takeOutput()
        connection.sendPing()
        connection.receive(masked(.ping, [1]) + masked("late") + [0x81, 0x00])
        let events = drain(&connection)
        connection.sendClose(.normalClosure)
        let (hasOutput, state) = (connection.hasOutput, connection.state)
        #expect(first == [0x88, 2, 3, 0xE9])
        #expect(events == [.failed(1002)] && !hasOutput && state == .closed)
    }

    @Test func `while closing messages are dropped and the peer's close still found`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.receive(masked("half ", isFinal: false))
        connection.sendClose(.normalClosure)
        let closing = connection.state
        connection.receive(masked(.continuation, [0x61]) + masked("whole") + masked(.pong) + masked(.close))
        let events = drain(&connection)
        let state = connection.state
        #expect(closing == .closing && events == [.pong, .closed(nil, "")] && state == .closed)
    }

    @Test func `nothing is read after the peer's close`() {
        let seen = outcome(of: [
            masked(.close) + masked("late") + [0xFF, 0xFF], masked(.close) + masked("later"),
        ])
        #expect(seen == Outcome(events: [.closed(nil, "")], output: [0x88, 0], state: .closed))
    }

    @Test func `nothing is read or held after a failure`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.receive(masked("half", isFinal: false) + [0x83] + [UInt8](repeating: 0, count: 100_000))
        let events = drain(&connection)
        let code = onlyCloseCode(in: connection.takeOutput())
        connection.receive(masked(.ping) + masked("late"))
        let after = drain(&connection)
        let (hasOutput, held) = (connection.hasOutput, connection.queue.capacity)
        let assembled = connection.assembler.keptCapacity
        #expect(events == [.failed(1002)] && code == 1002 && after == [] && !hasOutput)
        #expect(held == 0 && assembled == 0)
    }

    @Test func `[W33] a close between fragments is answered and the half message dropped`() {
        let seen = outcomeEveryWay(of: masked("half", isFinal: false) + masked(.close, closing(1000)))
        #expect(seen == Outcome(events: [.closed(1000, "")], output: [0x88, 2, 3, 0xE8], state: .closed))
    }

    @Test func `[W49] a close while a message is in hand leaves the message as it is`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.receive(masked("first") + masked("second") + masked(.close))
        guard case .message = connection.nextEvent() else {
            Issue.record("no message")
            return
        }
        connection.sendClose(.policyViolation, reason: "enough")
        let first = connection.withMessage { message in message.withUnsafeBytes { Array($0) } }
        let events = drain(&connection)
        connection.sendClose(.normalClosure)
        let code = onlyCloseCode(in: connection.takeOutput())
        #expect(first == Array("first".utf8) && events == [.closed(nil, "")] && code == 1008)
    }

    @Test func `[W46] a connection that ends in the middle says nothing by itself`() {
        let seen = outcome(of: [Array(masked("a message").dropLast())])
        #expect(seen == Outcome(events: [], output: [], state: .open))
    }

    @Test func `[W30] our reason is cut to what a control frame holds`() {
        var connection = WebSocketConnection(role: .server, limits: Limits())
        connection.sendClose(.internalError, reason: String(repeating: "€", count: 100))
        let output = connection.takeOutput()
        #expect(output == [0x88, 125] + closing(1011, Array(String(repeating: "€", count: 41).utf8)))
    }
}
