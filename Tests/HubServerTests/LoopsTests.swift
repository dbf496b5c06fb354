import HubProtocol
import Sockets
import Testing

@testable import HubServer

@Suite struct LoopsTests {
    @Test func `every room has one home, and no loop has all`() throws {
        let loops = try Loops(count: 3)
        var homes = [0, 0, 0]
        for number in 0..<300 {
            let room = try #require(RoomName("room \(number)"))
            let home = loops.home(of: room)
            #expect(try Loops(count: 3).home(of: room) == home)
            homes[home] += 1
        }
        #expect(homes.allSatisfy { $0 > 50 })
    }

    @Test func `a hub of one loop is the home of everything`() throws {
        let loops = try Loops(count: 1)
        for name in ["a", "b", "\u{e9}", "constructor"] {
            #expect(loops.home(of: try #require(RoomName(name))) == 0)
        }
    }

    @Test func `participants are those published last, and none in a room that nobody spoke of`() throws {
        let loops = try Loops(count: 2)
        let room = try #require(RoomName("room"))
        #expect(loops.participants(in: room) == 0)
        loops.publish([(room, 2)])
        #expect(loops.participants(in: room) == 2)
        loops.publish([(room, 0)])
        #expect(loops.participants(in: room) == 0)
    }

    @Test func `visitors are counted as they come and go, whichever loop has them`() throws {
        let loops = try Loops(count: 2)
        let (room, other) = (try #require(RoomName("room")), try #require(RoomName("other")))
        for _ in 0..<3 { loops.arrive(in: room) }
        loops.depart(from: room)
        #expect(loops.visitors(of: room) == 2 && loops.visitors(of: other) == 0)
        for _ in 0..<3 { loops.depart(from: room) }
        #expect(loops.visitors(of: room) == 0)
    }

    @Test func `loops are empty when every one has said so`() throws {
        let loops = try Loops(count: 2)
        loops.markEmpty()
        #expect(!loops.areEmpty)
        loops.markEmpty()
        #expect(loops.areEmpty)
    }

    @Test func `all are told to stop, and what nobody will hear is let go`() throws {
        let loops = try Loops(count: 2)
        loops.stop()
        loops[1].post(.letter(Letter(from: 0, orders: [], news: [], expectsMore: false)))
        let heard = loops[0].takeAll()
        #expect(heard.count == 1)
        guard case .stop = heard.first else {
            Issue.record("not told to stop")
            return
        }
        loops.discardAll()
        #expect(loops[1].takeAll().isEmpty)
    }
}
