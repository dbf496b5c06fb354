import Glibc
import HTTP1
import Serving
import TestSupport
import Testing

@testable import HubServer

/// Files of rooms over a real socket.
@Suite struct ServerAssetTests {
    private static let gif = Array("GIF89a\u{1}\0\u{1}\0\0\0\0;".utf8)

    private let hub: TestHub
    private let http: HTTPClient

    init() throws {
        hub = try TestHub()
        http = try HTTPClient(hub)
        _ = try RoomClient(hub, room: "lobby", as: "Ada")
    }

    private func post(
        _ body: [UInt8], room: String = "lobby", length: Int? = nil, _ lines: String...
    ) throws -> HTTPClient.Answer {
        let fields = ["Host: \(http.host)", "Content-Length: \(length ?? body.count)"] + lines
        let head = "POST /api/v1/rooms/\(room)/assets HTTP/1.1\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n"
        try http.wire.send(Array(head.utf8) + body)
        return try http.answer()
    }

    @Test func `[AS1] a file that is sent is named by its hash, listed, and given back as it was`() throws {
        let sent = try post(ServerAssetTests.gif)
        #expect(sent.status == 201)
        let hash = try #require(sent.json["hash"]?.string)
        #expect(sent.json["type"]?.string == "image/gif")
        #expect(sent.json["bytes"]?.number == ServerAssetTests.gif.count)
        #expect(try post(ServerAssetTests.gif).status == 200)
        let listed = try http.get("/api/v1/rooms/lobby/assets").json["assets"]?.elements ?? []
        #expect(listed.map { $0["hash"]?.string } == [hash])
        let read = try http.get("/api/v1/rooms/lobby/assets/\(hash)")
        #expect(read.status == 200 && read.body == ServerAssetTests.gif)
        // It survives the hub.
        hub.stop()
        try hub.start()
        let again = try HTTPClient(hub)
        #expect(try again.get("/api/v1/rooms/lobby/assets/\(hash)").body == ServerAssetTests.gif)
    }

    @Test func `[AS4] a file is served as data of its type: no page, no script, not to other sites`() throws {
        let script = ServerAssetTests.gif + Array("<script>alert(1)</script>".utf8)
        let hash = try #require(try post(script, "Content-Type: text/html").json["hash"]?.string)
        let read = try http.get("/api/v1/rooms/lobby/assets/\(hash)")
        #expect(read["Content-Type"] == "image/gif")
        #expect(read["X-Content-Type-Options"] == "nosniff")
        #expect(read["Content-Security-Policy"] == "default-src 'none'; sandbox")
        #expect(read["Content-Disposition"] == "attachment; filename=\"\(hash.prefix(16)).gif\"")
        #expect(read["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(read["Cache-Control"] == "private, max-age=31536000, immutable")
        let tag = try #require(read["ETag"])
        let known = try http.get("/api/v1/rooms/lobby/assets/\(hash)", "If-None-Match: \(tag)")
        #expect(known.status == 304)
        let part = try http.get("/api/v1/rooms/lobby/assets/\(hash)", "Range: bytes=0-2")
        #expect(part.status == 206 && part.text == "GIF")
        #expect(try http.head("/api/v1/rooms/lobby/assets/\(hash)")["Content-Length"] == "\(script.count)")
    }

    @Test(arguments: [
        ("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "SVG"),
        ("<!doctype html><title>x</title>", "page"), ("just words", "first bytes"),
    ])
    func `[AS2] what is no picture, sound, film or font is refused, whatever it is called`(
        text: String, word: String
    ) throws {
        let answer = try post(Array(text.utf8), "Content-Type: image/png")
        #expect(answer.status == 415)
        #expect(answer.json["error"]?.string?.contains(word) == true)
        // The connection goes on: the body was taken whole.
        #expect(try http.get("/api/v1/rooms/lobby/assets").text == "{\"assets\":[]}")
    }

    @Test func `[AS3] a file that says it is too large is refused before any of it is taken`() throws {
        let answer = try post([], length: 100 << 20)
        #expect(answer.status == 413 && answer["Connection"] == "close")
        #expect(answer.json["error"]?.string == "A file may have 8388608 bytes.")
    }

    @Test func `[AS3] the largest file is kept, in whatever parts it comes`() throws {
        let body = ServerAssetTests.gif + [UInt8](repeating: 7, count: (8 << 20) - ServerAssetTests.gif.count)
        let sent = try post(body)
        #expect(sent.status == 201 && sent.json["bytes"]?.number == 8 << 20)
        let hash = try #require(sent.json["hash"]?.string)
        #expect(try http.get("/api/v1/rooms/lobby/assets/\(hash)").body == body)
    }

    @Test func `[AS3] more than 60 files a minute are too many for a room`() throws {
        for number in 0..<60 {
            #expect(try post(ServerAssetTests.gif + [UInt8(number)]).status == 201)
        }
        let answer = try post(ServerAssetTests.gif)
        #expect(answer.status == 429 && answer["Retry-After"] == "60")
    }

    @Test func `[AS3] a body that stops coming is given up, and a cut-off one is not kept`() throws {
        let hub = try TestHub { $0.connectionLimits.requestTime = 200_000_000 }
        _ = try RoomClient(hub, room: "lobby", as: "Ada")
        let slow = try HTTPClient(hub)
        try slow.wire.send(
            slow.request("/api/v1/rooms/lobby/assets", method: "POST", "Content-Length: 50") + "GIF89a"
        )
        #expect(try slow.answer().status == 408)
        #expect(try HTTPClient(hub).get("/api/v1/rooms/lobby/assets").text == "{\"assets\":[]}")
    }

    @Test func `[AS1] who sends a file says how long it is, and that it is one`() throws {
        #expect(try post([]).status == 400)
        try http.wire.send(
            http.request("/api/v1/rooms/lobby/assets", method: "POST", "Transfer-Encoding: chunked"))
        #expect(try http.answer().status == 411)
    }

    @Test func `[AS1] a client that waits for leave to send is given it`() throws {
        try http.wire.send(
            http.request(
                "/api/v1/rooms/lobby/assets", method: "POST", "Expect: 100-continue",
                "Content-Length: \(ServerAssetTests.gif.count)"))
        #expect(try http.answer().status == 100)
        try http.wire.send(ServerAssetTests.gif)
        #expect(try http.answer().status == 201)
    }

    @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1:1"])
    func `[AS1] [CN5] a page of elsewhere can't send a file`(origin: String) throws {
        #expect(try post(ServerAssetTests.gif, "Origin: \(origin)").status == 403)
        let http = try HTTPClient(hub)
        #expect(try http.get("/api/v1/rooms/lobby/assets").text == "{\"assets\":[]}")
        #expect(try http.get("/api/v1/rooms/lobby/assets", "Origin: \(origin)").status == 403)
    }

    @Test func `[AS1] there are no files without their room, and no file under another's name`() throws {
        #expect(try post(ServerAssetTests.gif, room: "nobody").status == 404)
        let unknown = String(repeating: "ab", count: 32)
        #expect(try http.get("/api/v1/rooms/lobby/assets/\(unknown)").status == 404)
        #expect(try http.get("/api/v1/rooms/nobody/assets").status == 404)
    }

    @Test func `[AS1] a file that can't be written is not said to be kept`() throws {
        hub.gate.fail()
        #expect(try post(ServerAssetTests.gif).status == 503)
        hub.gate.open()
        #expect(try post(ServerAssetTests.gif).status == 201)
    }

    @Test func `while a large file comes the loop serves others`() throws {
        let hub = try TestHub { $0.loops = 1 }
        let ada = try RoomClient(hub, room: "lobby", as: "Ada")
        let slow = try HTTPClient(hub)
        try slow.wire.send(
            slow.request("/api/v1/rooms/lobby/assets", method: "POST", "Content-Length: 4000000") + "GIF89a"
        )
        try slow.wire.send([UInt8](repeating: 0, count: 3_000_000))
        try ada.say("{\"type\":\"comment\",\"body\":\"x\"}")
        #expect(try ada.next()["op"]?["body"]?.string == "x")
        try slow.wire.send([UInt8](repeating: 0, count: 999_994))
        #expect(try slow.answer().status == 201)
    }
}
