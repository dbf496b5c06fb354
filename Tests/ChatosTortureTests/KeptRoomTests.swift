import Testing

@testable import chatos_torture

struct KeptRoomTests {
    @Test func `what is current stays when the rest is compacted away`() {
        var room = KeptRoom(count: 20, filler: "x")
        // Ops 3, 6, 9, 12, 15 and 18 are tools; 3 and 18 are versions of one.
        room.compact(keeping: 1)
        #expect(room.ops.map(\.seq) == [6, 9, 12, 15, 18, 20])
        let compacted = room
        room.compact(keeping: 10)
        #expect(room == compacted)
    }

    @Test func `an erased op is empty and can't be erased again`() {
        var room = KeptRoom(count: 3, filler: "x")
        room.erase(2)
        #expect(room.erasable == [1, 3])
        #expect(room.ops.map(\.payload.isEmpty) == [false, true, false])
    }

    @Test func `a session file has a line for each op behind its head`() {
        let lines = KeptRoom(count: 4, filler: "x").sessionFile.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 5)
        #expect(lines.last?.starts(with: #"[4,4,"o","Ada",{"type":"comment","#.utf8) == true)
    }
}
