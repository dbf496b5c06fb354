import Fetching
import TestSupport
import Testing

@testable import HubServer

/// Requests and imports, over sockets and to real hosts on this machine.
@Suite struct ServerRequestTests {
    private func ok(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nSet-Cookie: a=b\r\n\r\n\(body)"
    }

    private func hub(
        allowing hosts: [String] = ["127.0.0.1"], _ secrets: String = "", loops: Int = 2
    ) throws -> TestHub {
        let policy = RequestPolicy(allowedHosts: hosts, secrets: try RequestSecrets(parsing: secrets))
        return try TestHub {
            $0.requests = policy
            $0.loops = loops
        }
    }

    @Test func `[RQ1] [RQ2] a request is made, and its answer is everybody's, now and later`() throws {
        let answer = ok("héllo")
        let host = try LocalHost { _ in answer }
        let hub = try hub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        _ = try ada.next()
        let post =
            #""method":"POST","headers":{"X-A":"1"},"data":{"q":1},"responseType":"news","responseName":"n""#
        try ada.say(#"{"type":"request","url":"\#(host.url)/a",\#(post)}"#)
        let seen = try bob.next()
        let seq = try #require(seen.seq)
        #expect(seen["from"]?["name"]?.string == "Ada" && seen.what == "news")
        #expect(seen["op"]?["status"]?.number == 200 && seen["op"]?["body"]?.string == "héllo")
        #expect(seen["op"]?["headers"]?["set-cookie"] == nil)
        #expect(try ada.next().seq == seq)
        let sent = try #require(host.requests.first)
        #expect(sent.hasPrefix("POST /a HTTP/1.1\r\n") && sent.hasSuffix("\r\n\r\n{\"q\":1}"))
        #expect(sent.contains("X-A: 1\r\n") && sent.contains("Content-Type: application/json\r\n"))
        // The log has the answer and not the question, and nobody is asked again.
        let late = try RoomClient(hub)
        try late.enter(as: "Late")
        #expect(late.state.map(\.what) == ["news"])
        try late.say(#"{"type":"replay","history":true,"id":"r"}"#)
        let types = try late.until { $0.what == "hub:done" }.dropLast().map(\.what)
        #expect(types.contains("news") && !types.contains("request"))
        #expect(host.requests.count == 1)
    }

    @Test func `[RQ2] a body that is a picture is a file of the room, and one that is nothing known is none`()
        throws
    {
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 2]
        let host = try LocalHost(
            bytes: { request in
                let body = request.contains("/cat") ? picture : [0xFF, 0, 1]
                return Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
            }, port: 0)
        let hub = try hub()
        let ada = try RoomClient(hub, room: "lobby", as: "Ada")
        try ada.say(#"{"type":"request","url":"\#(host.url)/cat"}"#)
        let op = try ada.next()["op"]
        #expect(op?["contentType"]?.string == "image/jpeg" && op?["error"] == nil && op?["body"] == nil)
        let hash = try #require(op?["asset"]?.string)
        let file = try HTTPClient(hub).get("/api/v1/rooms/lobby/assets/\(hash)")
        #expect(file.body == picture && file["Content-Type"] == "image/jpeg")
        try ada.say(#"{"type":"request","url":"\#(host.url)/dog"}"#)
        #expect(try ada.next()["op"]?["error"]?.string == "binary")
    }

    @Test func `[RQ7] a known answer is shown again, until it is asked for anew by hand`() throws {
        let answer = ok("news")
        let host = try LocalHost { _ in answer }
        let hub = try hub()
        let ada = try RoomClient(hub, as: "Ada")
        let asking = #"{"type":"request","url":"\#(host.url)/","responseName":"n","maxAge":"#
        try ada.say(asking + "3600}")
        let first = try ada.next()
        try ada.say(asking + #"3600,"id":"q"}"#)
        let again = try ada.next()
        #expect(again.seq == first.seq && again["replay"]?.description == "true")
        #expect(try ada.next().what == "hub:done" && host.requests.count == 1)
        try ada.say(asking + "0}")
        #expect(try ada.next().seq == (first.seq ?? 0) + 1 && host.requests.count == 2)
    }

    @Test func `[O8] [RQ3] this machine is not asked unless it is allowed, and the room is told`() throws {
        let answer = ok("secret")
        let host = try LocalHost { _ in answer }
        let hub = try hub(allowing: [])
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say(#"{"type":"request","url":"\#(host.url)/"}"#)
        let seen = try ada.next()
        #expect(seen.what == "response" && seen["op"]?["status"] == nil)
        #expect(seen["op"]?["error"]?.string?.isEmpty == false)
        #expect(host.requests.isEmpty)
    }

    @Test func `[RQ5] a secret goes to its host, and nobody sees it`() throws {
        let host = try LocalHost { request in
            let key = request.split(separator: "\r\n").first { $0.hasPrefix("X-Key: ") } ?? ""
            let body = "you said \(key) and \(request.split(separator: " ")[1])"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nX-Echo: \(key)\r\n\r\n\(body)"
        }
        let hub = try hub("KEY@127.0.0.1:\(host.port)=sesame-1\nPATH_2@127.0.0.1=sesame-2")
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say(
            #"{"type":"request","url":"\#(host.url)/$PATH_2/$NONE","headers":{"X-Key":"$KEY"}}"#)
        let seen = try ada.next()
        let sent = try #require(host.requests.first)
        #expect(sent.hasPrefix("GET /sesame-2/$NONE ") && sent.contains("X-Key: sesame-1\r\n"))
        #expect(seen["op"]?["body"]?.string == "you said X-Key: $KEY and /$PATH_2/$NONE")
        #expect(seen["op"]?["url"]?.string == "\(host.url)/$PATH_2/$NONE")
        #expect(!seen.description.contains("sesame"))
    }

    @Test func `[RQ5] a secret is not given to another host, nor to one that is led to`() throws {
        let thief = try LocalHost { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
        let thiefURL = "http://localhost:\(thief.port)/"
        let host = try LocalHost { _ in
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(thiefURL)\r\nContent-Length: 0\r\n\r\n"
        }
        let hub = try hub(allowing: ["127.0.0.1", "localhost"], "KEY@127.0.0.1=sesame-1")
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say(#"{"type":"request","url":"\#(thiefURL)","data":"$KEY"}"#)
        #expect(try ada.next()["op"]?["error"]?.string == "the secret $KEY is not for localhost")
        try ada.say(#"{"type":"request","url":"\#(host.url)/","data":"$KEY"}"#)
        #expect(
            try ada.next()["op"]?["error"]?.string
                == "127.0.0.1 leads to localhost, which may not see the secrets")
        #expect(host.requests.count == 1 && thief.requests.isEmpty)
    }

    @Test func `[RQ6] a hub without requests answers that it makes none`() throws {
        let hub = try TestHub { $0.requests = nil }
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say(#"{"type":"request","url":"http://x","id":"i"}"#)
        let seen = try ada.next()
        #expect(seen["code"]?.string == "unsupported" && seen["id"]?.string == "i")
    }

    @Test func `[RQ4] a scheduled request asks at its times, and goes on when the hub starts again`() throws {
        let answer = ok("hi")
        let host = try LocalHost { _ in answer }
        let hub = try hub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say(
            #"{"type":"request","name":"n","schedule":"* * * * * *","url":"\#(host.url)/%d{yyyy}"}"#)
        #expect(try ada.next().what == "request")
        let answers = [try ada.next(), try ada.next()]
        #expect(answers.map(\.what) == ["response", "response"])
        #expect(answers.map { $0["op"]?["scheduledBy"]?.number } == [2, 2])
        #expect(host.requests.allSatisfy { $0.hasPrefix("GET /20") })
        hub.stop()
        let before = host.requests.count
        try hub.start()
        let deadline = ContinuousClock.now + .seconds(10)
        while host.requests.count == before, ContinuousClock.now < deadline {}
        #expect(host.requests.count > before)
    }

    @Test func `[IM1] [IM3] a tool comes from a room of another loop, by its current version`() throws {
        let hub = try TestHub { $0.loops = 4 }
        let bob = try RoomClient(hub, room: "target", as: "Bob")
        for room in ["a", "b", "c", "d"] {
            let ada = try RoomClient(hub, room: room, as: "Ada")
            for version in 1...2 {
                try ada.say(#"{"type":"upgrade","name":"\#(room)","script":"\#(version)"}"#)
            }
            _ = try ada.until { $0.seq == 3 }
            try bob.say(#"{"type":"import","text":"\#(room)::\#(room)"}"#)
            let seen = try bob.next()
            #expect(seen["from"]?["name"]?.string == "Bob" && seen["op"]?["script"]?.string == "2")
            #expect(seen["op"]?["importedFrom"]?["seq"]?.number == 3)
        }
        try bob.say(#"{"type":"import","text":"nowhere::x","id":"i"}"#)
        let error = try bob.next()
        #expect(error["code"]?.string == "not_found" && error["id"]?.string == "i")
    }
}
