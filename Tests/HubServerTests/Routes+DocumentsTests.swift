import HTTP1
import HubProtocol
import Serving
import Storage
import Testing

@testable import HubServer

@Suite struct RoutesDocumentsTests {
    private func question(_ rest: String) throws -> HTTPQuestion? {
        try Routes.question(request("/api/v1/rooms/a/docs\(rest)").target)?.get()
    }

    @Test(arguments: [("", ""), ("/", ""), ("?after=x%2Fy", "x/y"), ("/?after=z", "z")])
    func `[DO20] the list is asked for behind a name`(rest: String, after: String) throws {
        guard case .documentsOf(let room, let name) = try question(rest) else {
            throw ClientFailure("another question: \(rest)")
        }
        #expect(room.text == "a" && name == after)
    }

    @Test(arguments: [
        ("/n", "n", nil, false), ("/tools%2Fx?at=5", "tools/x", 5, false),
        ("/tools/x", "tools/x", nil, false),
        ("/n?at=0&format=json", "n", 0, false), ("/n/?format=update", "n/", nil, true),
        ("/__proto__?x=1", "__proto__", nil, false), ("/%20?at=1099511627775", " ", 1_099_511_627_775, false),
    ])
    func `[DO21] [DO23] a document is asked for by its name, at a seq, in a form`(
        rest: String, name: String, at: UInt64?, isUpdate: Bool
    ) throws {
        guard case .documentOf(let asked) = try question(rest) else {
            throw ClientFailure("another question: \(rest)")
        }
        #expect(asked.document.text == name && asked.at?.number == at)
        #expect(asked.form == (isUpdate ? .update : .content))
    }

    @Test(arguments: ["/%00", "/n?at=-1", "/n?at=x", "/n?at=", "/n?at=1099511627776", "/n?format=xml"])
    func `[DO21] what can't be is refused with 400`(rest: String) {
        let error = #expect(throws: HTTPError.self) { try question(rest) }
        #expect(error?.status == 400)
    }

    private func summary(head: UInt64, trimmed: UInt64) throws -> RoomSummary {
        RoomSummary(
            id: RoomID(number: 1), name: try #require(RoomName("a")), epoch: "e",
            head: try #require(Seq(head)), at: 4, trimmed: try #require(Seq(trimmed)))
    }

    @Test func `[DO21] a seq that is not there yet is 400, and one that was compacted away 404`() throws {
        for (at, status) in [(9, nil), (3, nil), (10, 400), (2, 404)] as [(UInt64, Int?)] {
            guard case .documentOf(let asked) = try question("/n?at=\(at)") else { throw ClientFailure("") }
            switch Routes.request(asked, of: try summary(head: 9, trimmed: 3)) {
            case .success(.content(_, let name, let seq)):
                #expect(status == nil && name.text == "n" && seq?.number == at)
            case .success: throw ClientFailure("another request")
            case .failure(let error): #expect(error.status == status)
            }
        }
        guard case .documentOf(let newest) = try question("/n?format=update"),
            case .success(.document(_, _, let seq)) = Routes.request(
                newest, of: try summary(head: 9, trimmed: 9))
        else { throw ClientFailure("another request") }
        #expect(seq?.number == 9)
    }

    @Test func `[DO20] [DO21] [DO22] [DO23] what is answered`() throws {
        let name = try #require(DocumentName("a\"b"))
        let seq = try #require(Seq(3))
        #expect(
            Routes.answer([DocumentSummary(name: name, seq: seq, bytes: 7)]).body
                == Array(#"{"docs":[{"name":"a\"b","seq":3,"bytes":7}]}"#.utf8))
        #expect(Routes.answer([]).body == Array(#"{"docs":[]}"#.utf8))
        let content = DocumentContent(seq: seq, json: Array(#"{"t":"x"}"#.utf8))
        #expect(
            Routes.answer(content, of: name).body
                == Array(#"{"doc":"a\"b","seq":3,"content":{"t":"x"}}"#.utf8))
        #expect(Routes.answer(nil, of: name).head.status == 404)
        #expect(Routes.answer(DocumentContent(seq: seq, json: nil), of: name).head.status == 413)
        let update = Routes.answer(DocumentState(name: name, seq: seq, update: [0, 0]))
        #expect(update.body == [0, 0] && update.head.status == 200)
        #expect(update.head.headers["Content-Type"] == "application/octet-stream")
        #expect(Routes.answer(Optional<DocumentState>.none).head.status == 404)
    }
}
