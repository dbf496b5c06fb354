import Glibc
import HTTP1
import TestSupport
import Testing

@testable import HubServer

/// Pages and the API over a real socket, and how requests share a connection.
@Suite struct ServerHTTPTests {
    @Test func `[HT1] [HT2] rooms are listed with the newest activity first`() throws {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        #expect(try http.get("/api/v1/rooms").text == "{\"rooms\":[]}")
        let one = try RoomClient(hub, room: "one", as: "Ada")
        let two = try RoomClient(hub, room: "t%22wo", as: "Ada")
        let others = [
            try RoomClient(hub, room: "t%22wo", as: "Ada", token: two.token),
            try RoomClient(hub, room: "t%22wo", as: "Bob"),
        ]
        // Times are whole milliseconds, so that a later one is waited for.
        let before = try http.get("/api/v1/rooms/t%22wo").json["at"]?.number ?? 0
        var at = 0
        while at <= before {
            try one.say("{\"type\":\"comment\"}")
            at = try one.next()["at"]?.number ?? 0
        }
        let answer = try http.get("/api/v1/rooms")
        #expect(answer["Content-Type"] == "application/json")
        #expect(answer["Cache-Control"] == "no-store")
        let rooms = answer.json["rooms"]?.elements ?? []
        #expect(rooms.map { $0["name"]?.string } == ["one", "t\"wo"])
        #expect(rooms.map { $0["members"]?.number } == [1, 2])
        #expect(others.map(\.epoch) == [two.epoch, two.epoch])
        #expect(rooms.first?["at"]?.number == at)
        #expect(rooms.map { $0["epoch"]?.string } == [one.epoch, two.epoch])
        let single = try http.get("/api/v1/rooms/t%22wo")
        #expect(single.text == rooms.last?.description)
        #expect(single.json["head"]?.number == 2)
        #expect(try http.get("/api/v1/rooms/nobody").status == 404)
        #expect(try http.get("/api/v1/rooms/nobody/log").json["error"]?.string != nil)
    }

    @Test func `[HT3] the log is a line for each op, with its line breaks as spaces`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        for number in 1...4 { try ada.say("{\"type\":\n\"comment\",\r\n\"n\":\(number)}") }
        let envelope = try ada.next().description
        _ = try ada.until { $0.seq == 5 }
        let http = try HTTPClient(hub)
        let answer = try http.get("/api/v1/rooms/room/log")
        #expect(answer["Content-Type"] == "application/x-ndjson")
        let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 6 && lines.last?.isEmpty == true)
        #expect(
            lines[1] == envelope.replacing("\r\n", with: "  ").replacing("\n", with: " "))
        let asked: [(String, [Int])] = [
            ("?after=3", [4, 5]), ("?after=3&limit=1", [4]), ("?limit=2", [1, 2]), ("?limit=0", []),
            ("?after=5", []),
            ("?after=99999", []), ("?limit=18446744073709551615", [1, 2, 3, 4, 5]),
            ("?other=1", [1, 2, 3, 4, 5]),
        ]
        for (query, seqs) in asked {
            let text = try http.get("/api/v1/rooms/room/log\(query)").text
            #expect(text.split(separator: "\n").map { JSON(bytes: Array($0.utf8)).seq } == seqs, "\(query)")
        }
        for query in ["?after=-1", "?after=x", "?after=1099511627776", "?limit=-1", "?limit=", "?limit=1.5"] {
            #expect(try HTTPClient(hub).get("/api/v1/rooms/room/log\(query)").status == 400, "\(query)")
        }
    }

    @Test(arguments: [
        "/api", "/api/v1", "/api/v1/", "/api/v1/other", "/api/v1/rooms/a/b", "/api/v2/rooms", "/nothing",
    ])
    func `what is not there is 404, and says so`(path: String) throws {
        let hub = try TestHub()
        let answer = try HTTPClient(hub).get(path)
        #expect(answer.status == 404)
        #expect(answer.json["error"]?.string?.isEmpty == false)
    }

    @Test func `[HT5] the list of rooms, the page of a room, and the frame of its tools`() throws {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        let list = try http.get("/")
        #expect(list.text == "<title>rooms</title>")
        let policy = list["Content-Security-Policy"] ?? ""
        #expect(policy.contains("frame-src localhost:\(hub.port)/frame.html;"))
        #expect(policy.contains("frame-ancestors 'none'"))
        for path in ["/r/lobby", "/r/lobby/", "/r/__proto__", "/r/caf%C3%A9"] {
            let page = try http.get(path)
            #expect(page.text == "<iframe src=\"//localhost:\(hub.port)/frame.html\"></iframe>")
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
        }
        #expect(try http.get("/styles/shell.css").text == "0123456789")
        for path in ["/room.html", "/index.html", "/realm/frame.html", "/realm%2Fframe.html", "/r", "/r/a/b"]
        {
            #expect(try http.get(path).status == 404, "\(path)")
        }
    }

    @Test func `[HT7] the realm's host serves the frame and sends all else to the shell`() throws {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        let realm = "localhost:\(hub.port)"
        let frame = try http.get("/frame.html", host: realm)
        #expect(frame.status == 200)
        let policy = frame["Content-Security-Policy"] ?? ""
        #expect(policy.contains("frame-ancestors 127.0.0.1:\(hub.port);"))
        #expect(policy.contains("sandbox allow-scripts"))
        for path in ["/", "/r/lobby?safe=1", "/rooms/lobby", "/api/v1/rooms"] {
            let answer = try http.get(path, host: realm)
            #expect(answer.status == 307)
            #expect(answer["Location"] == "//127.0.0.1:\(hub.port)\(path)")
        }
        // Nobody finds the frame beside the shell's own pages.
        #expect(try http.get("/frame.html").status == 404)
    }

    @Test func `[HT7] a realm of its own name is shown by the shell's names`() throws {
        let hub = try TestHub {
            $0.realmOrigin = "https://realm.example"
            $0.allowedHosts = ["chat.example"]
        }
        let http = try HTTPClient(hub)
        let page = try http.get("/r/lobby", host: "chat.example")
        #expect(page.text == "<iframe src=\"https://realm.example/frame.html\"></iframe>")
        let frame = try http.get("/frame.html", host: "realm.example")
        let ancestors = "frame-ancestors 127.0.0.1:* chat.example:* localhost:*;"
        #expect(frame["Content-Security-Policy"]?.contains(ancestors) == true)
        #expect(try http.get("/r/a", host: "realm.example")["Location"] == "https://chat.example/r/a")
    }

    @Test func `[HT6] a file has a tag, and who has it is told so; one range is served`() throws {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        let whole = try http.get("/styles/shell.css")
        let tag = try #require(whole["ETag"])
        let same = try http.get("/styles/shell.css", "If-None-Match: \(tag)")
        #expect(same.status == 304 && same.body.isEmpty)
        #expect(try http.get("/styles/shell.css", "If-None-Match: \"x\"").status == 200)
        let part = try http.get("/styles/shell.css", "Range: bytes=2-4")
        #expect(part.status == 206 && part.text == "234")
        #expect(try http.get("/styles/shell.css", "Range: bytes=10-").status == 416)
    }

    @Test(arguments: [
        "/", "/r/lobby", "/styles/shell.css", "/healthz", "/api/v1/rooms", "/api/v1/rooms/room",
        "/api/v1/rooms/room/log", "/nothing", "/api/v1/rooms/nobody",
    ])
    func `[HT6] HEAD is GET without a body`(path: String) throws {
        let hub = try TestHub()
        _ = try RoomClient(hub, as: "Ada", more: ",\"quiet\":true")
        let http = try HTTPClient(hub)
        let get = try http.get(path)
        let head = try http.head(path)
        #expect(head.status == get.status)
        #expect(head["Content-Length"] == "\(get.body.count)")
        // A body would be taken for the next answer.
        #expect(try http.get(path).text == get.text)
    }

    @Test(arguments: ["/api/v1/rooms/%2E", "/rooms/%2E", "/rooms/room", "/api/v1/rooms/room/log?after=x"])
    func `[HT6] HEAD is answered without a body when it is refused, too`(path: String) throws {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        #expect(try http.head(path).status >= 400)
        #expect(try http.isEnded())
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "get"])
    func `other methods are refused with what there is`(method: String) throws {
        let hub = try TestHub()
        for path in ["/", "/healthz", "/api/v1/rooms", "/styles/shell.css"] {
            let http = try HTTPClient(hub)
            try http.wire.send(http.request(path, method: method))
            let answer = try http.answer()
            #expect(answer.status == 405)
            #expect(answer["Allow"] == "GET, HEAD")
        }
    }

    @Test func `a body is refused and never taken for a request`() throws {
        let hub = try TestHub()
        for lines in ["Content-Length: 30", "Transfer-Encoding: chunked"] {
            let http = try HTTPClient(hub)
            try http.wire.send(http.request("/", lines) + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try http.answer()
            #expect(answer.status == 413)
            #expect(answer["Connection"] == "close")
            #expect(try http.isEnded())
        }
    }

    @Test(arguments: [
        ("nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("GET / HTTP/1.1\nHost: a\n\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.0\r\n\r\n", 403),
        ("GET /\(String(repeating: "x", count: 9_000)) HTTP/1.1\r\n", 414),
        ("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 20_000))", 431),
    ])
    func `a malformed request is answered with why, and the connection ends`(text: String, status: Int) throws
    {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        try http.wire.send(text)
        let answer = try http.answer()
        #expect(answer.status == status)
        #expect(answer.json["error"]?.string?.isEmpty == false)
        #expect(try http.isEnded())
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2f%2e%2e%2fetc/passwd",
        "//etc/passwd",
        "/styles/../../secret.txt", "/styles/%2e%2e/%2e%2e/secret.txt", "/..%5csecret.txt",
        "/styles/shell.css%00",
        "/./styles/shell.css", "/data/chatos.sqlite3", "/../data/chatos.sqlite3", "/styles", "/styles/",
    ])
    func `[HT6] [W22] no request reaches a file outside the folder`(target: String) throws {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        #expect(try http.get(target).status == 404)
        #expect(try http.get("http://127.0.0.1:\(hub.port)\(target)").status == 404)
        #expect(try http.get("/styles/shell.css").status == 200)
    }

    @Test func `[U41] a room's page is there before the room is, and its name does no harm`() throws {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        let name = "%3Cscript%3Ealert(1)%3C%2Fscript%3E"
        #expect(try !http.get("/r/\(name)").text.contains("script"))
        #expect(try http.get("/api/v1/rooms").text == "{\"rooms\":[]}")
    }
}
