import HubProtocol
import SQLite
import Testing

@testable import Storage

@Suite struct LogQueriesAssetsTests {
    @Test func `[AS5] files go with their room when it is renamed, and end with it`() async throws {
        let log = try LogFixture()
        let lobby = try await log.create("lobby")
        let (name, salon) = (lobby.name, try #require(RoomName("salon")))
        let picture = NewAsset(type: .gif, at: 1, bytes: Array("GIF89a".utf8))
        let done = await log.submit([
            .append(room: lobby.id, op(1)), .keepAsset(in: name, picture),
            .compact(room: lobby.id, keep: .newest(0)), .rename(room: lobby.id, to: salon),
        ])
        #expect(done.map(text).contains("kept 6 B"))
        guard case .assets(let records?) = try await log.ask(.assets(salon)) else { throw Unexpected() }
        #expect(records.map(\.bytes) == [6])
        guard case .asset(let asset?) = try await log.ask(.asset(salon, records[0].hash)) else {
            throw Unexpected()
        }
        #expect(asset.content == picture.bytes && asset.record.type == .gif)
        guard case .assets(nil) = try await log.ask(.assets(name)) else { throw Unexpected() }
        _ = await log.submit([.delete(room: lobby.id)])
        log.writer.stop()
        let connection = try Connection(path: log.folder.databasePath, access: .readOnly)
        #expect(try LogQueries(connection).number("SELECT count(*) FROM assets") == 0)
    }

    @Test func `[AS5] what files take is told, and a damaged one is found`() async throws {
        let log = try LogFixture()
        let lobby = try await log.create("lobby")
        try await log.append([sound(1)], to: lobby.id)
        let picture = NewAsset(type: .gif, at: 1, bytes: Array("GIF89a".utf8))
        _ = await log.submit([.keepAsset(in: lobby.name, picture)])
        log.writer.stop()
        do {
            let snapshot = try LogSnapshot(folder: log.folder)
            let has = try snapshot.statistics(of: lobby.id)
            #expect(has.assets == 1 && has.assetBytes == 6)
            #expect(try snapshot.verify(lobby.id).fault == nil)
        }
        do {
            let connection = try Connection(path: log.folder.databasePath, access: .readWrite)
            try connection.run("UPDATE assets SET content = x'474946383961' || x'00'")
        }
        let fault = try LogSnapshot(folder: log.folder).verify(lobby.id).fault
        #expect(fault?.what.contains("is damaged") == true)
    }
}
