import HubProtocol
import SQLite
import Testing

@testable import Storage

@Suite struct AssetKeeperTests {
    private let log: MemoryLog
    private let queries: LogQueries
    private let lobby: RoomName

    init() throws {
        log = try MemoryLog()
        queries = LogQueries(log.connection)
        _ = try log.create("lobby", [sound(1)])
        _ = try log.create("other", [sound(1)])
        lobby = try #require(RoomName("lobby"))
    }

    private func keeper(_ limits: AssetLimits = AssetLimits()) -> AssetKeeper {
        AssetKeeper(log.connection, queries, limits: limits)
    }

    private func asset(_ text: String, at: Int64 = 1) -> NewAsset {
        NewAsset(type: .gif, at: at, bytes: Array(text.utf8))
    }

    @Test func `[AS1] a file is named by the SHA-256 of its bytes, and kept once in a room`() throws {
        let keeper = keeper()
        #expect(text(try keeper.keep(asset("abc"), in: lobby)) == "kept 3 B")
        #expect(text(try keeper.keep(asset("abc", at: 9), in: lobby)) == "had 3 B")
        let hash = try #require(
            AssetHash("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        let record = AssetRecord(hash: hash, type: .gif, bytes: 3, at: 1)
        #expect(try queries.assets(of: lobby) == [record])
        #expect(try queries.asset(hash, of: lobby)?.content == Array("abc".utf8))
    }

    @Test func `[AS1] a file of one room is not to be had in another`() throws {
        let keeper = keeper()
        _ = try keeper.keep(asset("abc"), in: lobby)
        let hash = try #require(try queries.assets(of: lobby)?.first?.hash)
        let other = try #require(RoomName("other"))
        #expect(try queries.asset(hash, of: other) == nil)
        #expect(try queries.assets(of: other) == [])
        #expect(text(try keeper.keep(asset("abc"), in: other)) == "kept 3 B")
    }

    @Test func `[AS3] no room, too large, too many, too much: each is refused as what it is`() throws {
        var limits = AssetLimits()
        limits.bytes = 5
        limits.roomBytes = 9
        limits.roomCount = 3
        let keeper = keeper(limits)
        #expect(text(try keeper.keep(asset("a"), in: try #require(RoomName("none")))) == "refused noRoom")
        #expect(text(try keeper.keep(asset("123456"), in: lobby)) == "refused tooLarge(most: 5)")
        #expect(text(try keeper.keep(asset("12345"), in: lobby)) == "kept 5 B")
        #expect(text(try keeper.keep(asset("54321"), in: lobby)) == "refused roomFull(most: 9)")
        #expect(text(try keeper.keep(asset("6"), in: lobby)) == "kept 1 B")
        #expect(text(try keeper.keep(asset("7"), in: lobby)) == "kept 1 B")
        #expect(text(try keeper.keep(asset("8"), in: lobby)) == "refused tooMany(most: 3)")
        #expect(text(try keeper.keep(asset("7"), in: lobby)) == "had 1 B")
    }

    @Test func `[AS5] a file that an operator drops is gone, and what is not there can't be`() throws {
        let keeper = keeper()
        _ = try keeper.keep(asset("abc"), in: lobby)
        let hash = try #require(try queries.assets(of: lobby)?.first?.hash)
        let room = try #require(try queries.summary(of: lobby)?.id)
        #expect(try keeper.drop(hash, from: room) == Freed(ops: 0, bytes: 3))
        #expect(try queries.assets(of: lobby) == [])
        #expect(throws: LogAppender.Refusal.self) { try keeper.drop(hash, from: room) }
    }
}
