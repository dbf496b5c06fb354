import HubProtocol
import Testing

@testable import chatos_bench

struct LogFeedTests {
    private let op = LogFeed.Op(payload: Payload(bytes: RoomHistory.comment(size: 50)))

    @Test func `ops go to the rooms that they were meant for, and are there afterwards`() throws {
        let folder = try TemporaryFolder()
        var epoch = ""
        do {
            let feed = try LogFeed(folder: folder.path)
            var rooms = [try feed.makeRoom("one"), try feed.makeRoom("other")]
            try feed.append([(0, op), (1, op), (1, op)], to: &rooms)
            try feed.append([(1, op)], to: &rooms)
            #expect(rooms[0].epoch != rooms[1].epoch)
            epoch = rooms[1].epoch
        }
        let again = try LogFeed(folder: folder.path)
        #expect(try again.makeRoom("one").head.number == 1)
        #expect(try again.makeRoom("other").head.number == 3)
        #expect(try again.makeRoom("other").epoch == epoch)
    }

    @Test func `what the log does not take is not passed over`() throws {
        let folder = try TemporaryFolder()
        let feed = try LogFeed(folder: folder.path)
        var rooms = [try feed.makeRoom("one")]
        var copy = rooms
        try feed.append([(0, op)], to: &rooms)
        #expect(throws: Failure.self) { try feed.append([(0, op)], to: &copy) }
    }

    @Test func `the log's speed counts whole commits`() throws {
        let speed = try LogFeed.speed(group: 10, rooms: 3, size: 60, seconds: 0.01)
        #expect(speed.commits.count >= 1)
        #expect(speed.perSecond > 0 && speed.perSecond.isFinite)
    }
}
