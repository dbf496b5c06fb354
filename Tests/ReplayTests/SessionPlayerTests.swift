import HubProtocol
import Replay
import Storage
import Testing

@Suite struct SessionPlayerTests {
    private static let started: Int64 = 1_790_000_000_000

    private func player(_ authors: Author...) throws -> SessionPlayer {
        SessionPlayer(
            header: SessionHeader(
                room: try #require(RoomName("lobby")), epoch: "e", started: SessionPlayerTests.started,
                authors: SessionAuthors(authors)))
    }

    private let ada = Author(id: "a", name: "Ada")
    private let bob = Author(id: "b", name: "Bob")

    private func line(_ seq: UInt64, _ ms: Int64, _ key: String, _ text: String) throws -> SessionLine {
        let content = SessionEntry.Content.payload(Payload(bytes: Array(text.utf8)))
        return .op(SessionEntry(seq: try #require(Seq(seq)), ms: ms, author: key, content: content))
    }

    private func joined(_ count: Int) -> String { #"{"type":"joined","participants":\#(count)}"# }
    private func disconnected(_ count: Int) -> String { #"{"type":"disconnected","participants":\#(count)}"# }

    /// Plays ops, numbered from `first` on, 10 ms apart, up to a difference.
    private func play(
        _ ops: [(key: String, text: String)], from first: UInt64 = 1, in player: inout SessionPlayer
    ) throws -> Divergence? {
        for (index, op) in ops.enumerated() {
            let line = try line(first + UInt64(index), Int64(index) * 10, op.key, op.text)
            if let divergence = player.play(line) { return divergence }
        }
        return nil
    }

    // MARK: What does not differ

    @Test func `[PR1] [SF2] a room makes of a session what the session holds, its own ops too`() throws {
        var player = try player(ada, bob)
        let divergence = try play(
            [
                ("Ada", joined(1)), ("Ada", #"{"type":"comment","body":"hello"}"#), ("Bob", joined(2)),
                ("Bob", #" {"type":"upgrade", "name":"clock","markup":"<b>"} "#),
                ("Ada", #"{"type":"topic","name":"t"}"#), ("Ada", disconnected(1)),
                ("Bob", #"{"type":"upgrade","name":"clock","markup":"<i>"}"#), ("Bob", disconnected(0)),
            ], in: &player)
        #expect(divergence == nil)
        #expect(player.opsPlayed == 8 && player.restarts == 0)
        #expect(player.newest?.seq == Seq(8))
        #expect(player.newest?.at == SessionPlayerTests.started + 70)
        #expect(player.newest?.type == "disconnected")
        #expect(player.state().map(\.seq) == [Seq(7), Seq(5)])
        #expect(player.state().first?.author == bob)
    }

    @Test func `[F22] [SC8] a recorded schedule fires as the file says, and never by itself`() throws {
        var player = try player(ada, bob)
        let bell = #"{"type":"bell","name":"b","schedule":"* * * * * *","t":"%d{ss.l}"}"#
        let firing = #"{"type":"bell","name":"b","schedule":"* * * * * *","t":"20.010","firedBy":1}"#
        #expect(try play([("Ada", bell), ("Ada", firing)], in: &player) == nil)
        let later = firing.replacing("20.010", with: "33.000")
        #expect(player.play(try line(3, 13_000, "Ada", later)) == nil)
        #expect(player.newest?.author == ada)
        // Its dates are those of another moment.
        #expect(player.play(try line(4, 14_000, "Ada", later))?.part == .payload)
    }

    @Test func `[F22] [RQ4] a recorded schedule of requests asks nothing; its answers are in the file`()
        throws
    {
        var player = try player(ada)
        let definition =
            #"{"type":"request","name":"n","url":"http://127.0.0.1:1/","schedule":"* * * * * *"}"#
        let response = #"{"type":"response","url":"http://127.0.0.1:1/","error":"refused","scheduledBy":1}"#
        #expect(try play([("Ada", definition), ("Ada", response)], in: &player) == nil)
    }

    @Test func `[SC8] a firing that no schedule of the file can have made is a difference`() throws {
        var player = try player(ada)
        let firing = #"{"type":"bell","name":"b","schedule":"* * * * * *","firedBy":1}"#
        #expect(try play([("Ada", #"{"type":"a"}"#), ("Ada", firing)], in: &player)?.part == .count)
    }

    @Test func `[SF4] [SF5] lines that are no ops play nothing`() throws {
        var player = try player(ada)
        #expect(player.play(.comment(line: Array("# a".utf8))) == nil)
        #expect(player.play(.other(code: "m", line: [])) == nil)
        #expect(player.opsPlayed == 0 && player.newest == nil && player.state() == [])
    }

    @Test func `[SF9] an erased op does to the room what it did, and says nothing`() throws {
        var player = try player(ada)
        #expect(try play([("Ada", #"{"type":"upgrade","name":"t"}"#)], in: &player) == nil)
        let hash = try #require(ChainLink(bytes: Array(repeating: 0, count: 32)))
        let erased = ErasedOp(hash: hash, type: "upgrade", name: "t", erasure: Erasure(at: 0, actor: "me"))
        let line = SessionLine.op(
            SessionEntry(seq: try #require(Seq(2)), ms: 5, author: "Ada", content: .erased(erased)))
        #expect(player.play(line) == nil)
        #expect(player.newest?.seq == Seq(2))
        #expect(player.state() == [])
    }

    @Test func `[SF10] a compacted log goes on from its state, with those who were present`() throws {
        let base = LogBase(
            seq: try #require(Seq(20)), at: SessionPlayerTests.started, formerLink: [],
            present: [ada, bob])
        var player = SessionPlayer(
            header: SessionHeader(
                room: try #require(RoomName("lobby")), epoch: "e", started: SessionPlayerTests.started,
                origin: "e", base: base, authors: SessionAuthors([ada, bob])))
        #expect(player.play(try line(4, 0, "Bob", #"{"type":"upgrade","name":"t"}"#)) == nil)
        #expect(player.play(try line(9, 2, "Ada", #"{"type":"topic","name":"x"}"#)) == nil)
        #expect(player.state().map(\.seq) == [Seq(4), Seq(9)])
        let ops = [
            ("Bob", #"{"type":"upgrade","name":"t"}"#), ("Bob", disconnected(1)), ("Ada", disconnected(0)),
        ]
        #expect(try play(ops, from: 21, in: &player) == nil)
        #expect(player.state().map(\.seq) == [Seq(21), Seq(9)])
    }

    @Test func `an author that never joined is not announced`() throws {
        var player = try player(ada, bob)
        let ops = [("Bob", #"{"type":"a"}"#), ("Ada", joined(1)), ("Bob", #"{"type":"b"}"#)]
        #expect(try play(ops, in: &player) == nil)
    }

    @Test func `a file may begin in the middle of its log`() throws {
        var player = try player(ada)
        #expect(try play([("Ada", joined(1)), ("Ada", #"{"type":"a"}"#)], from: 500, in: &player) == nil)
        #expect(player.newest?.seq == Seq(501))
    }

    @Test func `a participant may go under another name than it came`() throws {
        var player = try player(ada, Author(id: "a", name: "Ada Lovelace"), bob)
        let ops = [
            ("Ada", joined(1)), ("Bob", joined(2)), ("Ada Lovelace", #"{"type":"a"}"#),
            ("Ada Lovelace", disconnected(1)), ("Ada", joined(2)), ("Ada", disconnected(1)),
        ]
        #expect(try play(ops, in: &player) == nil)
    }

    @Test func `a hub that was stopped begins its room anew, with nobody in it`() throws {
        var player = try player(ada, bob)
        let ops = [
            ("Ada", joined(1)), ("Bob", joined(2)), ("Bob", #"{"type":"upgrade","name":"t"}"#),
            ("Bob", joined(1)), ("Ada", joined(2)), ("Bob", disconnected(1)),
        ]
        #expect(try play(ops, in: &player) == nil)
        #expect(player.restarts == 1)
        #expect(player.state().map(\.seq) == [Seq(3)])
    }

    @Test func `[ID4] two tabs of a participant may have chosen the same id`() throws {
        var player = try player(ada)
        let ops = (1...3).map { ("Ada", #"{"type":"t\#($0)","id":"1"}"#) }
        #expect(try play(ops, in: &player) == nil)
        #expect(player.newest?.seq == Seq(3))
    }

    @Test func `ops of one millisecond keep it`() throws {
        var player = try player(ada)
        for seq in 1...3 as ClosedRange<UInt64> {
            #expect(player.play(try line(seq, 40, "Ada", #"{"type":"a"}"#)) == nil)
        }
        #expect(player.newest?.at == SessionPlayerTests.started + 40)
    }

    // MARK: What differs

    @Test func `a count of participants that this room never has is told`() throws {
        var player = try player(ada, bob)
        let divergence = try play([("Ada", joined(1)), ("Bob", joined(3))], in: &player)
        #expect(divergence?.seq == Seq(2) && divergence?.part == .count)
        #expect(divergence?.file == joined(3))
        #expect(divergence?.room == "refuses it: `joined` is the hub's own to send")
    }

    @Test func `one can't join twice, nor go without having come`() throws {
        var twice = try player(ada, bob)
        #expect(try play([("Ada", joined(1)), ("Ada", joined(2))], in: &twice)?.seq == Seq(2))
        var never = try player(ada, bob)
        let divergence = try play([("Ada", joined(1)), ("Bob", disconnected(0))], in: &never)
        #expect(divergence?.seq == Seq(2))
        #expect(divergence?.room == "refuses it: `announce` changes nothing here")
    }

    @Test func `a hole in the file differs in the seq`() throws {
        var player = try player(ada)
        #expect(player.play(try line(1, 0, "Ada", #"{"type":"a"}"#)) == nil)
        let divergence = player.play(try line(3, 0, "Ada", #"{"type":"a"}"#))
        #expect(divergence == Divergence(seq: try #require(Seq(3)), part: .seq, file: "3", room: "2"))
    }

    @Test func `a time that runs backwards differs from the room's`() throws {
        var player = try player(ada)
        #expect(player.play(try line(1, 40, "Ada", #"{"type":"a"}"#)) == nil)
        #expect(player.play(try line(2, 39, "Ada", #"{"type":"a"}"#))?.part == .time)
    }

    @Test(arguments: [
        (#"{"type":"a","persist":false}"#, "shows it and does not log it"),
        (#"{"type":"rollcall"}"#, "does not log it"), (#"{"type":"replay"}"#, "does not log it"),
        (#"{"hub":"hello","name":"Eve"}"#, "refuses it: hello was said already"),
        (#"{"type":"import","text":"a::b"}"#, "refuses it: there is no tool `b` in a room `a`"),
        (#"{"type":"request","url":"http://x"}"#, "does not log it"),
        (#"{"type":1}"#, "refuses it: `type` must be a string"),
    ])
    func `[TY7] [F22] what a hub never logs is told`(text: String, room: String) throws {
        var player = try player(ada)
        let divergence = player.play(try line(1, 0, "Ada", text))
        #expect(
            divergence == Divergence(seq: try #require(Seq(1)), part: .count, file: text, room: room))
    }

    @Test func `an unknown author and a time beyond all are told, not trapped on`() throws {
        var player = try player(ada)
        #expect(player.play(try line(1, 0, "Eve", #"{"type":"a"}"#))?.part == .author)
        #expect(player.play(try line(1, .max, "Ada", #"{"type":"a"}"#))?.part == .time)
    }
}
