import HubProtocol
import Testing

@testable import HubServer

@Suite struct AdminRequestTests {
    private static let room = RoomName("a \"b\" 🎈")

    @Test func `[AD2] every request comes back from its line`() throws {
        let room = try #require(AdminRequestTests.room)
        let other = try #require(RoomName("other"))
        let seq = try #require(Seq(7))
        let requests: [AdminRequest] = [
            .compactKeeping(room, 0), .compactFrom(room, seq), .erase(room, seq, actor: "\n"),
            .eraseAsset(room, try #require(AssetHash(bytes: [UInt8](repeating: 9, count: 32)))),
            .rename(room, to: other), .delete(room), .importSession(room, file: "a/b.ndjson"),
        ]
        for request in requests {
            #expect(!request.line.contains(0x0A))
            #expect(try AdminRequest(request.line) == request)
        }
        #expect(requests[4].rooms == [room, other])
    }

    @Test(arguments: [
        "", "x", "[]", "{}", #"{"do":"delete"}"#, #"{"do":"delete","room":"a/b"}"#, #"{"do":"x","room":"a"}"#,
        #"{"do":"compact","room":"a"}"#, #"{"do":"compact","room":"a","from":0}"#,
        #"{"do":"erase","room":"a","seq":-1}"#, #"{"do":"erase","room":"a","asset":"ab"}"#,
        #"{"do":"rename","room":"a"}"#,
        "{\"do\":\"delete\",\"room\":\"\u{0}\"}",
    ])
    func `[AD2] a request that can't be understood is refused`(line: String) {
        #expect { _ = try AdminRequest(Array(line.utf8)) } throws: {
            ($0 as? AdminError)?.code == .badRequest
        }
    }

    @Test func `[AD3] every reply comes back from its line`() throws {
        let replies: [AdminReply] =
            [
                .done(AdminResult()), .done(AdminResult(ops: 1, bytes: 2, seq: 3, warning: "w\n")),
                .done(AdminResult(ops: 0)),
            ] + AdminError.Code.allCases.map { .failed(AdminError($0, "because \"so\"")) }
        for reply in replies { #expect(try AdminReply(reply.line) == reply) }
        #expect(throws: AdminError.self) { try AdminReply(Array("{}".utf8)) }
    }
}
