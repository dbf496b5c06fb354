import HubProtocol
import Rooms
import Testing

/// Requests and imports in rooms; nothing is fetched.
@Suite struct RoomRequestsTests {
    private let hub = Harness()
    private static let request = #"{"type":"request","url":"http://x","id":"i"}"#

    init() {
        hub.now = 1_790_000_000_000
    }

    private func answer(_ body: String, to index: Int = 0) throws {
        let errand = hub.errands.remove(at: index)
        let response = OutsideResponse.answer(
            url: errand.request.url, status: 200, headers: [], body: Array(body.utf8))
        hub.perform(hub.lobby.fetched(response, errand, at: hub.now))
    }

    private func op(_ body: String, _ more: String = "") -> String {
        #"{"type":"response","url":"http://x","status":200,"headers":{},"body":"\#(body)"\#(more)}"#
    }

    private func enter(_ name: String, _ room: RoomName = .lobby) -> MemberID {
        let member = hub.enter(name, quiet: true, room)
        _ = hub.take(member)
        return member
    }

    @Test func `[RQ1] [RQ2] a request is not logged, and its answer is, as the asker's`() throws {
        let (ada, bob) = (enter("Ada"), enter("Bob"))
        try hub.say(ada, RoomRequestsTests.request)
        #expect(hub.errands.map(\.request.url) == ["http://x"])
        #expect(hub.logs[.lobby]?.inFlight == [])
        try answer("hi")
        hub.commit()
        #expect(hub.take(bob) == ["1 Ada " + op("hi")])
        #expect(hub.take(ada) == ["1 Ada " + op("hi")])
    }

    @Test func `[RQ2] the answer comes though the asker has gone`() throws {
        let ada = enter("Ada")
        try hub.say(ada, RoomRequestsTests.request)
        hub.leave(ada)
        #expect(hub.forgotten == [])
        try answer("hi")
        hub.commit()
        #expect(hub.logs[.lobby]?.durable.count == 1)
        #expect(hub.forgotten == [.lobby])
    }

    @Test func `[RQ3] too many are refused, with what is too many`() throws {
        let ada = enter("Ada")
        for _ in 0..<9 { try hub.say(ada, RoomRequestsTests.request) }
        #expect(hub.errands.count == 8 && hub.take(ada) == ["error too_many i"])
        try answer("hi")
        try hub.say(ada, RoomRequestsTests.request)
        #expect(hub.errands.count == 8 && hub.take(ada) == [])
    }

    @Test func `[RQ6] a hub that makes no requests says so, of scheduled ones too`() throws {
        var limits = RoomLimits()
        limits.requestsAtOnce = 0
        hub.lobby = Lobby(limits: limits)
        let ada = enter("Ada")
        try hub.say(ada, RoomRequestsTests.request)
        try hub.say(ada, #"{"type":"request","url":"http://x","name":"n","schedule":"* * * * *"}"#)
        #expect(hub.take(ada) == ["error unsupported i", "error unsupported"])
        #expect(hub.errands.isEmpty && hub.logs[.lobby]?.inFlight == [])
    }

    @Test func `[RQ2] [OP8] an answer that the room has no place for is refused to the asker`() throws {
        var limits = RoomLimits()
        limits.currentBytes = 100
        hub.lobby = Lobby(limits: limits)
        let ada = enter("Ada")
        try hub.say(ada, #"{"type":"request","url":"http://x","responseName":"n"}"#)
        try answer(String(repeating: "x", count: 100))
        #expect(hub.take(ada) == ["error room_full"])
        try hub.say(ada, #"{"type":"request","url":"http://x","responseName":"n"}"#)
        hub.leave(ada)
        try answer(String(repeating: "x", count: 100))
        #expect(hub.notes.count == 1 && hub.logs[.lobby]?.inFlight == [])
    }

    @Test func `[RQ4] a scheduled request is made at its times, and only the answers are logged`() throws {
        let ada = enter("Ada")
        let text = #"{"type":"request","name":"n","schedule":"0 * * * * *","url":"http://x/%d{HHMM}"}"#
        try hub.say(ada, text)
        hub.commit()
        #expect(hub.take(ada) == ["1 Ada " + text])
        #expect(hub.errands.map(\.request.url) == ["http://x/1413"])
        // While one is under way no other is made.
        hub.now += 60_000
        hub.perform(hub.lobby.due(at: hub.now))
        #expect(hub.errands.count == 1)
        try answer("hi")
        hub.now += 60_000
        hub.perform(hub.lobby.due(at: hub.now))
        #expect(hub.errands.map(\.request.url) == ["http://x/1415"])
        hub.commit()
        let logged = op("hi", #","scheduledBy":1"#).replacing("http://x", with: "http://x/1413")
        #expect(hub.take(ada) == ["2 Ada " + logged])
    }

    @Test func `[F22] [RQ4] in a room that fires nothing by itself no request is made`() throws {
        hub.lobby = Lobby(firesByItself: false)
        let ada = enter("Ada")
        try hub.say(ada, #"{"type":"request","name":"n","schedule":"* * * * * *","url":"http://x"}"#)
        hub.commit()
        hub.now += 60_000
        hub.perform(hub.lobby.due(at: hub.now))
        #expect(hub.errands.isEmpty)
    }

    // MARK: Known answers

    private func ask(_ member: MemberID, _ maxAge: Int?, _ more: String = "", url: String = "x") throws {
        let age = maxAge.map { #","maxAge":\#($0)"# } ?? ""
        try hub.say(member, #"{"type":"request","url":"http://\#(url)","responseName":"n"\#(age)\#(more)}"#)
    }

    @Test func `[RQ7] an answer that is young enough is shown to the asker again, and nobody is asked`()
        throws
    {
        let (ada, bob) = (enter("Ada"), enter("Bob"))
        try ask(ada, 60)
        try answer("old")
        hub.commit()
        let logged = try #require(hub.take(ada).first)
        #expect(hub.take(bob) == [logged])
        hub.now += 59_999
        try ask(bob, 60, #","id":"q""#)
        hub.answer()
        #expect(hub.errands.isEmpty && hub.logs[.lobby]?.inFlight == [])
        #expect(hub.take(bob) == ["replay " + logged, "done q 1"] && hub.take(ada) == [])
        // A second later it is too old.
        hub.now += 1
        try ask(bob, 60)
        #expect(hub.errands.count == 1)
        try answer("new")
        hub.commit()
        #expect(hub.take(ada).count == 1)
    }

    @Test func `[RQ7] another request, a failure, and one asked by hand are asked anew`() throws {
        let ada = enter("Ada")
        try ask(ada, 60)
        try answer("one")
        hub.commit()
        try ask(ada, 60, url: "y")
        try ask(ada, 60, #","method":"HEAD""#)
        try ask(ada, 60, #","headers":{"A":"b"}"#)
        try ask(ada, 60, #","data":"d""#)
        try ask(ada, 60, #","responseType":"other""#)
        try ask(ada, 0)
        try ask(ada, nil)
        #expect(hub.errands.count == 7)
        hub.errands.removeFirst(6)
        // What was asked without an age is no answer to who names one.
        try answer("two")
        hub.commit()
        try ask(ada, 60)
        #expect(hub.errands.count == 1)
        let errand = hub.errands.removeFirst()
        hub.perform(hub.lobby.fetched(.failure("no"), errand, at: hub.now))
        hub.commit()
        try ask(ada, 60)
        #expect(hub.errands.count == 1)
    }

    @Test func `[RQ7] an answer that a crash could take back answers nobody`() throws {
        let ada = enter("Ada")
        try ask(ada, 60)
        try answer("one")
        try ask(ada, 60)
        #expect(hub.errands.count == 1)
    }

    // MARK: Imports

    @Test func `[U05] [IM1] [IM2] a tool is copied by an op, its author's bytes and its origin`() throws {
        let ada = enter("Ada", .other)
        try hub.say(
            ada, #"{"x":1,"script":"\u0061()", "type":"upgrade","name":"t","markup":"<b>","style":"i"}"#)
        hub.commit(.max, .other)
        let bob = enter("Bob")
        try hub.say(bob, #"{"type":"import","text":"other::t"}"#)
        #expect(hub.logs[.lobby]?.inFlight == [])
        hub.answer()
        hub.commit()
        let copy =
            #"{"type":"upgrade","name":"t","markup":"<b>","style":"i","script":"\u0061()","#
            + #""importedFrom":{"room":"other","seq":1}}"#
        #expect(hub.take(bob) == ["1 Bob " + copy])
        let cleo = hub.enter("Cleo", quiet: true)
        #expect(hub.take(cleo) == ["welcome 1", "1 Bob " + copy, "ready 1"])
    }

    @Test func `[IM2] one that is sent again is acknowledged by the first`() throws {
        let ada = hub.enter("Ada", client: "tab", quiet: true)
        _ = hub.take(ada)
        try hub.say(ada, #"{"type":"upgrade","name":"t"}"#)
        hub.commit()
        let text = #"{"type":"import","name":"lobby::t","id":"7"}"#
        for _ in 0..<2 {
            try hub.say(ada, text)
            hub.answer()
            hub.commit()
        }
        let copy = #"{"type":"upgrade","name":"t","id":"7","importedFrom":{"room":"lobby","seq":1}}"#
        #expect(hub.take(ada).dropFirst() == ["2 Ada " + copy, "2 Ada " + copy])
    }

    @Test func `[IM3] where there is no such tool, or no such room, the asker is told`() throws {
        let ada = enter("Ada")
        for place in ["lobby::t", "nowhere::t"] {
            try hub.say(ada, #"{"type":"import","text":"\#(place)","id":"i"}"#)
            hub.answer()
        }
        let errors = hub.takeMessages(ada)
        #expect(
            errors
                == ["lobby", "nowhere"].map { room in
                    .error(ProtocolError(.notFound, "there is no tool `t` in a room `\(room)`", id: "i"))
                })
        #expect(hub.logs[.lobby]?.inFlight == [])
    }
}
