import HubProtocol
import Storage
import TestSupport
import Testing

@testable import HubServer

/// Documents over HTTP, of a hub that was started on a log which has them.
@Suite struct ServerDocumentHTTPTests {
    /// `hello`, `hello world` and `hello, world` as the ops 1 to 3 of a document's text, and 4 of another's:
    /// what Yjs sends for these edits under the client ids 1 and 2.
    private static let updates: [(String, [UInt8])] = [
        ("tools/x", [1, 1, 1, 0, 4, 1, 6, 109, 97, 114, 107, 117, 112, 5, 104, 101, 108, 108, 111, 0]),
        ("tools/x", [1, 1, 1, 5, 132, 1, 4, 6, 32, 119, 111, 114, 108, 100, 0]),
        ("tools/x", [1, 1, 2, 0, 196, 1, 4, 1, 5, 1, 44, 0]),
        ("b", [1, 1, 1, 0, 40, 1, 1, 109, 1, 107, 1, 125, 7, 0]),
    ]

    private func hub(compacting: Bool = false) throws -> TestHub {
        let folder = TemporaryFolder()
        try fill(folder, compacting: compacting)
        return try TestHub(folder)
    }

    private func fill(_ folder: TemporaryFolder, compacting: Bool) throws {
        let data = try DataFolder.open(path: folder.path + "/data", exclusive: true)
        let writer = try LogWriter(folder: data, durability: .full)
        let ada = Author(id: "id-ada", name: "Ada")
        let room = RoomID(number: 1)
        var jobs: [LogWriter.Job] = [.create(room: try #require(RoomName("r")), epoch: "e", at: 1)]
        for (index, (text, update)) in ServerDocumentHTTPTests.updates.enumerated() {
            let name = try #require(DocumentName(text))
            let seq = try #require(Seq(UInt64(index + 1)))
            let op = LoggedOp(
                seq: seq, at: 1, author: ada, type: "document", name: name.stored, resend: nil,
                payload: DocumentOp(name: name, update: update).payload)
            jobs.append(.append(room: room, op))
        }
        if compacting { jobs.append(.compact(room: room, keep: .newest(2))) }
        writer.submit(jobs) { _ in }
        writer.stop()
    }

    private static let docs = "/api/v1/rooms/r/docs"

    @Test func `[DO20] [DO21] the documents of a room, and one as it was at any seq`() throws {
        let hub = try hub()
        let http = try HTTPClient(hub)
        let docs = ServerDocumentHTTPTests.docs
        let list = try http.get(docs)
        #expect(list.json["docs"]?.elements.map { $0["name"]?.string } == ["b", "tools/x"])
        #expect(list.json["docs"]?.elements.map { $0["seq"]?.number } == [4, 3])
        #expect(try http.get(docs + "?after=b").json["docs"]?.elements.count == 1)
        for (at, seq, text) in [
            ("?at=1", 1, "hello"), ("?at=2", 2, "hello world"), ("?at=3", 3, "hello, world"),
            ("?at=4", 3, "hello, world"), ("", 3, "hello, world"),
        ] {
            let answer = try http.get(docs + "/tools%2Fx" + at)
            #expect(answer.text == #"{"doc":"tools/x","seq":\#(seq),"content":{"markup":"\#(text)"}}"#)
        }
        #expect(try http.get(docs + "/b").text == #"{"doc":"b","seq":4,"content":{"m":{"k":7}}}"#)
        for (rest, status) in [
            ("/tools/x?at=5", 400), ("/tools/x?at=0", 404), ("/b?at=3", 404), ("/none", 404),
            ("/b?at=x", 400),
        ] {
            // A refused request ends its connection.
            let answer = try HTTPClient(hub).get(docs + rest)
            #expect(answer.status == status && answer.json["error"]?.string != nil, "\(rest)")
        }
        #expect(try http.get("/api/v1/rooms/nobody/docs").status == 404)
        #expect(try http.get("/api/v1/rooms/nobody/docs/b").status == 404)
    }

    @Test func `[DO23] [DO25] a document as an update of Yjs, the same when the log was compacted`() throws {
        let (whole, compacted) = try (hub(), hub(compacting: true))
        let path = ServerDocumentHTTPTests.docs + "/tools/x?format=update"
        let (first, second) = try (HTTPClient(whole).get(path), HTTPClient(compacted).get(path))
        #expect(first["Content-Type"] == "application/octet-stream")
        #expect(first.status == 200 && first.body.count > 20 && first.body == second.body)
        let http = try HTTPClient(compacted)
        #expect(try http.get(ServerDocumentHTTPTests.docs + "/tools/x?at=2").json["seq"]?.number == 2)
        #expect(try http.get(ServerDocumentHTTPTests.docs + "/tools/x?at=1").status == 404)
    }
}
