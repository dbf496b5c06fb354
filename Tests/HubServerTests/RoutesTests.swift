import HTTP1
import HubProtocol
import Serving
import Storage
import Testing

@testable import HubServer

@Suite struct RoutesTests {
    @Test(arguments: [
        ("/rooms/a", "a"), ("/rooms/a/", "a"), ("/rooms/a%20b?x=1", "a b"), ("/rooms/rooms", "rooms"),
        ("/rooms/__proto__", "__proto__"),
    ])
    func `[CN1] [CN2] a room's socket is at its name`(target: String, name: String) throws {
        #expect(try Routes.roomSocket(request(target).target)?.get().text == name)
    }

    @Test(arguments: ["/rooms/.", "/rooms/..", "/rooms/a%2Fb", "/rooms/%00"])
    func `[CN2] what is no name is an error`(target: String) throws {
        let answer = try Routes.roomSocket(request(target).target)
        #expect(throws: HTTPError.self) { try answer?.get() }
        #expect(answer != nil)
    }

    @Test(arguments: ["/", "/rooms", "/rooms/", "/rooms/a/b", "/Rooms/a", "/room/a", "//rooms/a"])
    func `other paths are no room's socket`(target: String) throws {
        #expect(try Routes.roomSocket(request(target).target) == nil)
    }

    @Test func `[HT3] the log is asked for within its bounds`() throws {
        let asked: [(String, UInt64, Int)] = [
            ("", 0, 1_000), ("?after=5", 5, 1_000), ("?limit=7", 0, 7), ("?limit=10001", 0, 10_000),
            ("?limit=18446744073709551615&after=1099511627775", 1_099_511_627_775, 10_000),
            ("?limit=0", 0, 0),
        ]
        for (query, after, limit) in asked {
            let question = try Routes.question(request("/api/v1/rooms/a/log\(query)").target)?.get()
            guard case .logOf(let name, let seq, let most) = question else {
                throw ClientFailure("another question: \(query)")
            }
            #expect(name.text == "a" && seq.number == after && most == limit, "\(query)")
        }
    }

    @Test(arguments: ["/", "/api", "/api/v2/rooms", "/healthz"])
    func `what is not of the API is no question`(target: String) throws {
        #expect(try Routes.question(request(target).target) == nil)
    }

    @Test func `[HT1] [HT2] a room is an object of five members`() throws {
        let summary = RoomSummary(
            id: RoomID(number: 1), name: try #require(RoomName("a\"b")), epoch: "e",
            head: try #require(Seq(3)), at: 4)
        let text = #"{"name":"a\"b","epoch":"e","head":3,"members":2,"at":4}"#
        #expect(Routes.answer(.summary(summary)) { _ in 2 }.body == Array(text.utf8))
        #expect(
            Routes.answer(.summaries([summary, summary])) { _ in 2 }.body
                == Array("{\"rooms\":[\(text),\(text)]}".utf8))
        #expect(Routes.answer(.summary(nil)) { _ in 0 }.head.status == 404)
        #expect(Routes.answer(.failed("x")) { _ in 0 }.head.status == 503)
        #expect(Routes.answer(.ops([])) { _ in 0 }.body.isEmpty)
    }
}
