import HTTP1
import HubProtocol
import Testing

@testable import HubServer

@Suite struct AssetRoutesTests {
    private static let hash = String(repeating: "0f", count: 32)

    private func wish(_ target: String, method: String = "GET") throws -> Result<AssetWish, HTTPError>? {
        var parser = RequestParser()
        let bytes = Array("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        guard case .head(let request, _) = try parser.parse(bytes.span.bytes) else {
            throw ClientFailure("no request")
        }
        return AssetRoutes.wish(request)
    }

    @Test func `[AS1] files are listed, read and sent at their room's address`() throws {
        let room = try #require(RoomName("a b"))
        let hash = try #require(AssetHash(AssetRoutesTests.hash))
        #expect(try wish("/api/v1/rooms/a%20b/assets")?.get() == .list(room))
        #expect(try wish("/api/v1/rooms/a%20b/assets/", method: "HEAD")?.get() == .list(room))
        #expect(try wish("/api/v1/rooms/a%20b/assets", method: "POST")?.get() == .keep(room))
        #expect(try wish("/api/v1/rooms/a%20b/assets/\(hash.text)?x=1")?.get() == .read(room, hash))
    }

    @Test(arguments: [
        ("/api/v1/rooms/a/assets", "PUT", 405), ("/api/v1/rooms/a/assets/\(hash)", "POST", 405),
        ("/api/v1/rooms/a/assets/\(hash)", "DELETE", 405), ("/api/v1/rooms/a/assets/xyz", "GET", 400),
        ("/api/v1/rooms/a/assets/..%2F..%2Fetc", "GET", 400), ("/api/v1/rooms/a%2Fb/assets", "POST", 400),
        ("/api/v1/rooms/a/assets/\(hash)/more", "GET", 404),
    ])
    func `[AS1] what is meant for files and is none says why`(
        target: String, method: String, status: Int
    ) throws {
        guard case .failure(let error) = try wish(target, method: method) else {
            throw ClientFailure("no error")
        }
        #expect(error.status == status)
    }

    @Test(arguments: ["/api/v1/rooms/a", "/api/v1/rooms/a/log", "/api/v1/rooms", "/assets", "/r/assets"])
    func `other paths are no files`(target: String) throws {
        #expect(try wish(target) == nil)
    }
}
