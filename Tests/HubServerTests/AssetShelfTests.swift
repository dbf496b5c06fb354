import HTTP1
import HubProtocol
import Testing

@testable import HubServer

@Suite struct AssetShelfTests {
    private let request: RequestHead
    private let room: RoomName

    init() throws {
        var parser = RequestParser()
        guard
            case .head(let head, _) = try parser.parse(
                Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8).span.bytes)
        else { throw ClientFailure("no request") }
        request = head
        room = try #require(RoomName("lobby"))
    }

    private func key(_ number: UInt8) throws -> AssetShelf.Key {
        let hash = try #require(AssetHash(bytes: [UInt8](repeating: number, count: 32)))
        return AssetShelf.Key(room: room, hash: hash)
    }

    private func content(_ bytes: Int) -> StoredContent {
        StoredContent(bytes: [UInt8](repeating: 1, count: bytes), type: "image/gif")
    }

    @Test func `a file that many ask for at once is read once, and all of them get it`() throws {
        var shelf = AssetShelf()
        let key = try key(1)
        let before = shelf.content(key, at: 0)
        let isToRead = [7, 8].map { shelf.wait(.init(connection: $0, request: request), for: key) }
        let waited = shelf.arrived(content(5), for: key, at: 1)
        let after = shelf.content(key, at: 2)
        let again = shelf.arrived(content(5), for: key, at: 2)
        #expect(before == nil && isToRead == [true, false])
        #expect(waited.map(\.connection) == [7, 8] && again.isEmpty)
        #expect(after?.bytes.count == 5)
    }

    @Test func `what is kept is given up after five seconds, and what is not there asked for again`() throws {
        var shelf = AssetShelf()
        let key = try key(1)
        _ = shelf.arrived(content(5), for: key, at: 0)
        let (early, late) = (
            shelf.content(key, at: 4_999_999_999), shelf.content(key, at: 5_000_000_000)
        )
        #expect(early != nil && late == nil)
        for _ in 0..<2 {
            let isToRead = shelf.wait(.init(connection: 7, request: request), for: key)
            let waited = shelf.arrived(nil, for: key, at: 6_000_000_000)
            #expect(isToRead && waited.count == 1)
        }
    }

    @Test func `what is kept has a bound, and the oldest goes first`() throws {
        var shelf = AssetShelf()
        let keys = try (0..<5).map { try key(UInt8($0)) }
        for key in keys { _ = shelf.arrived(content(8 << 20), for: key, at: 1) }
        let isThere = keys.map { shelf.content($0, at: 1) != nil }
        #expect(isThere == [false, true, true, true, true])
    }
}
