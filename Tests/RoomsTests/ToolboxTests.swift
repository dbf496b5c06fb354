import HubProtocol
import Rooms
import TestSupport
import Testing

@Suite struct ToolboxTests {
    private func upgrade(_ name: String, _ markup: String = "") -> String {
        #"{"type":"upgrade","name":"\#(name)","markup":"\#(markup)"}"#
    }

    private func state(_ hub: Harness) -> [String] {
        let watcher = hub.enter("Watcher", quiet: true)
        defer { hub.leave(watcher) }
        return hub.take(watcher).dropFirst().dropLast().map { String($0) }
    }

    @Test func `[HI2] the state is every current named op, tools first, each part in the order of its seqs`()
        throws
    {
        let hub = Harness()
        let ada = hub.enter("Ada", quiet: true)
        let texts = [
            #"{"type":"topic","name":"b"}"#, upgrade("z"), #"{"type":"comment"}"#,
            #"{"type":"topic","name":"a"}"#, upgrade("y"), #"{"type":"topic","name":"b","new":1}"#,
            upgrade("z", "new"), #"{"type":"topic","name":""}"#,
        ]
        for text in texts { try hub.say(ada, text) }
        hub.commit()
        let watcher = hub.enter("Watcher", quiet: true)
        #expect(
            hub.take(watcher) == [
                "welcome 8", "5 Ada " + texts[4], "7 Ada " + texts[6], "4 Ada " + texts[3],
                "6 Ada " + texts[5], "8 Ada " + texts[7], "ready 8",
            ])
    }

    @Test func `[TY2] remove takes the tool of that name and nothing else`() throws {
        let hub = Harness()
        let ada = hub.enter("Ada", quiet: true)
        for text in [upgrade("t"), #"{"type":"topic","name":"t"}"#, upgrade("u")] { try hub.say(ada, text) }
        try hub.say(ada, #"{"type":"remove","name":"t"}"#)
        try hub.say(ada, #"{"type":"remove","text":"nothing of that name"}"#)
        hub.commit()
        #expect(state(hub) == ["3 Ada " + upgrade("u"), #"2 Ada {"type":"topic","name":"t"}"#])
        try hub.say(ada, upgrade("t", "again"))
        hub.commit()
        #expect(state(hub).first == "3 Ada " + upgrade("u") && state(hub).count == 3)
    }

    @Test func `[OP7] tools whose names only look alike are two`() throws {
        let hub = Harness()
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, upgrade("\u{E9}"))
        try hub.say(ada, upgrade("e\u{301}"))
        hub.commit()
        #expect(state(hub).count == 2)
        try hub.say(ada, #"{"type":"remove","name":"\u00e9"}"#)
        hub.commit()
        #expect(state(hub).first?.hasPrefix("2 ") == true && state(hub).count == 1)
    }

    /// Two versions of a tool are accepted and committed; the newcomer comes at each point between.
    @Test(arguments: 0...4)
    func `[O3] a newcomer gets the state at a seq and then all ops after it, whenever it comes`(point: Int)
        throws
    {
        let hub = Harness()
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, upgrade("t", "old"))
        hub.commit()
        var bob: MemberID?
        let steps: [() throws -> Void] = [
            { try hub.say(ada, self.upgrade("t", "new")) }, { hub.commit(1) },
            { try hub.say(ada, self.upgrade("t", "newest")) }, { hub.commit(1) },
        ]
        for (index, step) in steps.enumerated() {
            if index == point { bob = hub.enter("Bob", quiet: true) }
            try step()
        }
        let newcomer = bob ?? hub.enter("Bob", quiet: true)
        let ops = [
            "1 Ada " + upgrade("t", "old"), "2 Ada " + upgrade("t", "new"), "3 Ada " + upgrade("t", "newest"),
        ]
        let durable = [1, 1, 2, 2, 3][point]
        #expect(
            hub.take(newcomer)
                == ["welcome \(durable)", ops[durable - 1], "ready \(durable)"] + ops.dropFirst(durable))
    }

    @Test
    func
        `[OP8] a room holds so many named ops, counting those in flight`()
        throws
    {
        var limits = RoomLimits()
        limits.currentOps = 3
        let hub = Harness(limits: limits)
        let ada = hub.enter("Ada", quiet: true)
        for name in ["a", "b", "c", "d"] {
            try hub.say(ada, #"{"type":"t","name":"\#(name)","id":"\#(name)"}"#)
        }
        #expect(hub.take(ada).last == "error room_full d")
        hub.commit()
        #expect(state(hub).count == 3)
        try hub.say(ada, #"{"type":"t","name":"a","new":1}"#)
        try hub.say(ada, #"{"type":"upgrade","name":"e"}"#)
        try hub.say(ada, #"{"type":"unnamed"}"#)
        try hub.say(ada, #"{"type":"remove","name":"e"}"#)
        hub.commit()
        #expect(hub.take(ada).filter { $0.hasPrefix("error") } == ["error room_full"])
        #expect(state(hub).count == 3)
    }

    @Test func `[OP8] a room's named ops have so many bytes, counting those in flight`() throws {
        let size = upgrade("a", "xxxxxxxxxx").utf8.count
        var limits = RoomLimits()
        limits.currentBytes = 3 * size
        let hub = Harness(limits: limits)
        let ada = hub.enter("Ada", quiet: true)
        for name in ["a", "b", "c"] { try hub.say(ada, upgrade(name, "xxxxxxxxxx")) }
        try hub.say(ada, #"{"type":"t","name":"","id":"over"}"#)
        #expect(hub.take(ada) == ["welcome 0", "ready 0", "error room_full over"])
        hub.commit()
        #expect(hub.take(ada).count == 3)
        // What replaces an op takes its place: a full room can still be edited.
        try hub.say(ada, upgrade("b", "yyyyyyyyyy"))
        hub.commit()
        #expect(hub.take(ada) == ["4 Ada " + upgrade("b", "yyyyyyyyyy")])
        try hub.say(ada, upgrade("b", "yyyyyyyyyyy"))
        #expect(hub.take(ada) == ["error room_full"])
        try hub.say(ada, #"{"type":"remove","name":"b"}"#)
        hub.commit()
        try hub.say(ada, upgrade("d", "zzzzzzzzzz"))
        hub.commit()
        #expect(state(hub).map { $0.split(separator: " ").first } == ["1", "3", "6"])
    }

    @Test func `[OP8] whatever is in flight, the current ops stay within both bounds`() throws {
        var limits = RoomLimits()
        limits.currentOps = 4
        limits.currentBytes = 200
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let hub = Harness(limits: limits)
            let ada = hub.enter("Ada", quiet: true)
            for _ in 0..<60 {
                let name = "abcdef".randomElement(using: &random) ?? "a"
                switch Int.random(in: 0..<8, using: &random) {
                case 0: hub.commit(Int.random(in: 1...3, using: &random))
                case 1: try hub.say(ada, #"{"type":"remove","name":"\#(name)"}"#)
                default:
                    let markup = String(repeating: "x", count: Int.random(in: 0...60, using: &random))
                    try hub.say(ada, upgrade("\(name)", markup))
                }
                let log = hub.logs[.lobby]
                let current = Harness.state(of: log?.durable ?? [])
                let coming = Harness.state(of: (log?.durable ?? []) + (log?.inFlight ?? []))
                for ops in [current, coming] {
                    #expect(ops.count <= 4, "seed \(seed)")
                    #expect(ops.reduce(0) { $0 + $1.payload.bytes.count } <= 200, "seed \(seed)")
                }
            }
        }
    }
}
