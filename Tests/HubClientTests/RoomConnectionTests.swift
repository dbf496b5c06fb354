import HubClient
import HubProtocol
import Testing

struct RoomConnectionTests {
    private func op(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The envelopes that come until one has been sent by `author` with the type `type`.
    private func envelopes(
        _ connection: RoomConnection, until isLast: (Envelope) -> Bool
    ) throws -> [Envelope] {
        var found: [Envelope] = []
        while let message = try connection.receive(timeoutMs: 5_000) {
            guard case .envelope(let envelope) = message else { continue }
            found.append(envelope)
            if isLast(envelope) { return found }
        }
        throw HubClientError.timedOut("the envelope")
    }

    @Test func `[HI2] a newcomer is welcomed, and gets what it says back as its acknowledgement`() throws {
        let hub = try RunningHub()
        let (ada, welcome, _) = try hub.enter("room", Hello(name: "Ada"))
        #expect(welcome.you.name == "Ada" && welcome.head == .none)
        let said = op("{ \"type\":\n\"comment\",\"body\":\"hi\" }")
        try ada.send(said)
        let last = try #require(try envelopes(ada) { $0.payload.bytes == said }.last)
        #expect(last.seq == Seq(2) && last.author == welcome.you)
    }

    @Test func `[ID1] a token brings the same participant back`() throws {
        let hub = try RunningHub()
        let (_, first, _) = try hub.enter("room", Hello(name: "Ada"))
        let (_, again, _) = try hub.enter("room", Hello(name: "Eve", token: first.token))
        #expect(again.you.id == first.you.id)
    }

    @Test func `[HI3] a resume brings exactly what was missed`() throws {
        let hub = try RunningHub()
        let (ada, welcome, _) = try hub.enter("room", Hello(name: "Ada"))
        for number in 1...3 { try ada.send(op(#"{"type":"x","n":\#(number)}"#)) }
        _ = try envelopes(ada) { $0.seq == Seq(4) }
        let resume = Resume(after: Seq(2)!, epoch: welcome.epoch)
        let (_, back, messages) = try hub.enter("room", Hello(name: "Bob", resume: resume, quiet: true))
        #expect(back.after == Seq(2))
        let seqs = messages.compactMap { if case .envelope(let envelope) = $0 { envelope.seq } else { nil } }
        #expect(seqs == [Seq(3)!, Seq(4)!])
    }

    @Test func `[ER1] an error is a message, and the connection goes on`() throws {
        let hub = try RunningHub()
        let (ada, _, _) = try hub.enter("room", Hello(name: "Ada", quiet: true))
        try ada.send(op(#"{"type":"joined","id":"1"}"#))
        guard case .error(let error) = try ada.receive(timeoutMs: 5_000) else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .reserved && error.id == "1")
        try ada.send(op(#"{"type":"x"}"#))
        #expect(try envelopes(ada) { $0.seq == Seq(1) }.count == 1)
    }

    @Test func `[HI1] a hello that the hub does not take is an error`() throws {
        let hub = try RunningHub()
        #expect {
            _ = try RoomConnection.enter(try hub.address("room"), Hello(name: ""))
        } throws: { error in
            if case HubClientError.rejected(let error) = error { error.code == .badControl } else { false }
        }
    }

    @Test func `messages of the largest size go both ways`() throws {
        let hub = try RunningHub()
        let (ada, _, _) = try hub.enter("room", Hello(name: "Ada", quiet: true))
        let frame = #"{"type":"x","b":""}"#
        let body = String(repeating: "é", count: (MessageLimits.message - frame.utf8.count) / 2)
        let large = op(#"{"type":"x","b":"\#(body)"}"#)
        for _ in 0..<4 { try ada.send(large) }
        let echoes = try envelopes(ada) { $0.seq == Seq(4) }
        #expect(echoes.allSatisfy { $0.payload.bytes == large })
    }

    @Test func `several connections are waited for together`() throws {
        let hub = try RunningHub()
        let (ada, _, _) = try hub.enter("room", Hello(name: "Ada", quiet: true))
        let (bob, _, _) = try hub.enter("room", Hello(name: "Bob", quiet: true))
        try ada.send(op(#"{"type":"x"}"#))
        var heard: Set<String> = []
        for _ in 0..<1_000 where heard.count < 2 {
            try RoomConnection.wait(for: [ada, bob], timeoutMs: 5)
            if try ada.next() != nil { heard.insert("ada") }
            if try bob.next() != nil { heard.insert("bob") }
        }
        #expect(heard == ["ada", "bob"])
    }

    @Test func `nothing comes in a quiet room`() throws {
        let hub = try RunningHub()
        let (ada, _, _) = try hub.enter("room", Hello(name: "Ada", quiet: true))
        #expect(try ada.receive(timeoutMs: 10) == nil)
    }

    @Test func `a hub that stops says so, and after that nothing can be sent`() throws {
        let hub = try RunningHub()
        let (ada, _, _) = try hub.enter("room", Hello(name: "Ada", quiet: true))
        hub.stop()
        let goodbye = HubClientError.closed(code: 1001, reason: "the hub is stopping")
        #expect(throws: goodbye) { try ada.receive(timeoutMs: 5_000) }
        #expect(throws: goodbye) { try ada.send(op(#"{"type":"x"}"#)) }
    }

    @Test func `a closed connection is over for the hub too`() throws {
        let hub = try RunningHub()
        let (ada, _, _) = try hub.enter("room", Hello(name: "Ada"))
        let (bob, _, _) = try hub.enter("room", Hello(name: "Bob", quiet: true))
        ada.close(timeoutMs: 5_000)
        let last = try envelopes(bob) { $0.author.name == "Ada" && $0.seq == Seq(2) }.last
        #expect(last?.payload == HubOps.disconnected(participants: 0))
    }
}
