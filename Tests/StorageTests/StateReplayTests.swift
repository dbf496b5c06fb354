import HubProtocol
import Testing

@testable import Storage

@Suite struct StateReplayTests {
    private func step(
        _ number: UInt64, _ type: String, _ name: String? = nil, author: Int64 = 1, isFirst: Bool = false
    ) -> StateReplay.Step {
        StateReplay.Step(
            seq: seq(number), type: type, name: name, author: author, participant: "id-\(author)",
            isFirst: isFirst)
    }

    @Test func `the newest of a pair is current, and a remove takes a tool out`() {
        var replay = StateReplay()
        for step in [
            step(1, "upgrade", "clock"), step(2, "state", "clock"), step(3, "upgrade", "clock"),
            step(4, "comment"), step(5, "upgrade", "drum"), step(6, "remove", "clock"),
        ] {
            replay.apply(step)
        }
        #expect(replay.current == [seq(2), seq(5)])
    }

    @Test func `who comes again comes last, under the newest name`() {
        var replay = StateReplay()
        replay.apply(step(1, "joined", author: 1))
        replay.apply(step(2, "joined", author: 2))
        replay.come(7, "id-1")
        #expect(replay.present == [2, 7])
        replay.apply(step(4, "disconnected", author: 1))
        #expect(replay.present == [2])
        replay.apply(step(5, "joined", author: 3, isFirst: true))
        #expect(replay.present == [3])
    }

    @Test func `a type that only looks like the hub's changes nobody's presence`() {
        var replay = StateReplay()
        replay.apply(step(1, "joined", "name"))
        #expect(replay.present == [])
        #expect(replay.current == [seq(1)])
    }
}
