import Foundation
import HubClient
import HubProtocol
import TestSupport
import Testing

/// Sessions that go into a hub and come out of it again.
struct PlayerTests {
    private let folder: TemporaryFolder
    private let hub: HubProcess

    init() throws {
        folder = try TemporaryFolder()
        hub = try HubProcess()
    }

    private func replay(_ text: String) throws -> Chatos.Ended {
        let path = folder.path + "/session.ndjson"
        try Data(text.utf8).write(to: URL(filePath: path))
        return try Chatos.run("replay", path, "--to", hub.url("copy"), "--speed", "0")
    }

    /// A session by Ada, Bob, and Bob as Ada's other name, of ops with their authors' keys.
    private func session(_ ops: [(String, String)]) -> String {
        let header =
            #"{"format":"chatos-session","version":1,"room":"x","epoch":"e","started":1790000000000,"#
            + #""authors":{"Ada":{"id":"a","name":"Ada"},"Bob":{"id":"b","name":"Bob"},"#
            + #""Bob~2":{"id":"a","name":"Bob"},"bad":{"id":"c","name":""}}}"#
        let lines = ops.enumerated().map { index, op in "[\(index + 1),0,\"o\",\"\(op.0)\",\(op.1)]" }
        return ([header] + lines).joined(separator: "\n") + "\n"
    }

    private func expectSameAgain(_ ops: [(String, String)]) throws {
        let ended = try replay(session(ops))
        #expect(ended.code == 0 && ended.errors.isEmpty)
        #expect(try hub.export("copy").ops == ops.map { "\"o\",\"\($0.0)\",\($0.1)]" })
    }

    @Test func `what was said in one room is said again in another, byte for byte and in the same order`()
        throws
    {
        let ada = try hub.enter("room", Hello(name: "Ada \"é\" 🐈"))
        let bob = try hub.enter("room", Hello(name: "__proto__"))
        try ada.say("{\"type\":\"comment\",\r\n\t\"body\":\"line\\nbreak\"}")
        try bob.say(#"{"type":"__proto__","name":"constructor","id":"1"}"#)
        try ada.say(#" {"type":"upgrade","name":"clock","markup":"<b>🕰</b>","id":"1"} "#)
        let eve = try hub.enter("room", Hello(name: "__proto__"))
        try eve.say(#"{"type":"comment","body":"\ud83d\ude00 \u0000","type":"comment"}"#)
        bob.close(timeoutMs: 5_000)
        try ada.say(#"{"type":"remove","text":"clock"}"#)
        try eve.say(
            #"{"type":"x","deep":"# + String(repeating: "[", count: 127)
                + String(repeating: "]", count: 127) + "}"
        )
        let original = try Chatos.run("export", "room", "--data", hub.data).output
        #expect(Session(original).ops.count == 10)
        #expect(original.contains(#""__proto__~2":{"#))
        let ended = try replay(original)
        #expect(ended.code == 0 && ended.errors.isEmpty)
        #expect(try hub.export("copy") == Session(original))
    }

    @Test func `many ops of few authors come in order, also when one says many at a time`() throws {
        var ops = [
            ("Ada", #"{"type":"joined","participants":1}"#), ("Bob", #"{"type":"joined","participants":2}"#),
        ]
        for number in 0..<3_000 {
            let author = number % 700 < 650 || number % 2 == 0 ? "Ada" : "Bob"
            ops.append((author, #"{"type":"x","id":"\#(number)","n":\#(number)}"#))
        }
        try expectSameAgain(ops)
    }

    @Test func `[ID4] an id that comes again, as from another tab, is no re-send`() throws {
        try expectSameAgain([
            ("Ada", #"{"type":"joined","participants":1}"#), ("Ada", #"{"type":"x","id":"1"}"#),
            ("Ada", #"{"type":"x","id":"1"}"#), ("Bob", #"{"type":"x","id":"1"}"#),
            ("Ada", #"{"type":"y","id":"1"}"#), ("Ada", #"{"type":"disconnected","participants":0}"#),
        ])
    }

    @Test func `[PR1] a participant with two names comes once and goes once`() throws {
        try expectSameAgain([
            ("Bob", #"{"type":"x"}"#), ("Ada", #"{"type":"joined","participants":1}"#),
            ("Bob~2", #"{"type":"x"}"#),
            ("Bob~2", #"{"type":"disconnected","participants":0}"#),
            ("Bob~2", #"{"type":"joined","participants":1}"#), ("Ada", #"{"type":"x"}"#),
        ])
    }

    @Test func `after a hub was killed its people come again without having gone`() throws {
        try expectSameAgain([
            ("Ada", #"{"type":"joined","participants":1}"#), ("Bob", #"{"type":"joined","participants":2}"#),
            ("Bob", #"{"type":"joined","participants":1}"#), ("Ada", #"{"type":"joined","participants":2}"#),
            ("Bob", #"{"type":"disconnected","participants":1}"#),
        ])
    }

    @Test(arguments: [
        (
            #"{"type":"x","schedule":7}"#,
            "op 2: the hub refused it (bad_op): `schedule` must be a string"
        ),
        (
            #"{"type":"replay"}"#,
            "op 2 can't be of a room's log: it is a question or a control frame, which no log holds"
        ),
        (#"{"type":"disconnected"}"#, "op 2: 'Ada' leaves without having joined"),
    ])
    func `an op that can't be played ends the replay and is named`(op: String, line: String) throws {
        let ended = try replay(session([("Ada", #"{"type":"x"}"#), ("Ada", op), ("Ada", #"{"type":"y"}"#)]))
        #expect(ended.code == 65 && ended.line == "chatos: \(line)")
        #expect(try hub.export("copy").ops == [#""o","Ada",{"type":"x"}]"#])
    }

    @Test func `[F22] [SC8] what schedules brought is left out, and none is started`() throws {
        let bell = #"{"type":"bell","name":"b","schedule":"* * * * * *"}"#
        let firing = #"{"type":"bell","name":"b","schedule":"* * * * * *","firedBy":1}"#
        let ended = try replay(session([("Ada", bell), ("Ada", firing), ("Ada", #"{"type":"x"}"#)]))
        #expect(ended.code == 0 && ended.line == "chatos: 2 ops of schedules left out")
        #expect(try hub.export("copy").ops == [#""o","Ada",{"type":"x"}]"#])
    }

    @Test func `[OP8] an op that the hub refuses among many under way is the one that is named`() throws {
        let large = String(repeating: "x", count: 400_000)
        var ops = (0..<20).map { ("Ada", #"{"type":"upgrade","name":"\#($0)","markup":"\#(large)"}"#) }
        ops += (0..<50).map { ("Ada", #"{"type":"x","n":\#($0)}"#) }
        ops.append(("Ada", #"{"type":"upgrade","name":"straw","markup":"\#(large)"}"#))
        ops += (0..<50).map { ("Ada", #"{"type":"y","n":\#($0)}"#) }
        let ended = try replay(session(ops))
        #expect(ended.code == 65)
        #expect(ended.line.hasPrefix("chatos: op 71: the hub refused it (room_full): "))
    }

    @Test func `an author whom the hub won't let in is told`() throws {
        let ended = try replay(session([("bad", #"{"type":"x"}"#)]))
        #expect(ended.code == 65)
        #expect(ended.line.hasPrefix("chatos: op 1: the hub did not let us in (bad_control): "))
    }
}
