import HTTP1
import Serving
import TestSupport
import Testing

@testable import HubServer

/// How requests share a connection, come in pieces, and come to an end.
@Suite struct ServerConnectionReuseTests {
    @Test func `requests that come together are answered in their order`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let http = try HTTPClient(hub)
        let targets = [
            "/healthz", "/api/v1/rooms/room/log", "/", "/api/v1/rooms", "/styles/shell.css", "/nothing",
        ]
        let expected = try targets.map { try http.get($0).text }
        let many = Array(repeating: targets, count: 50).joined()
        try http.wire.send(many.map { http.request($0) }.joined())
        for (index, target) in many.enumerated() {
            try #require(try http.answer().text == expected[index % targets.count], "\(target)")
        }
        #expect(try ada.sync().isEmpty)
    }

    @Test func `Connection: close ends the connection behind the answer`() throws {
        let hub = try TestHub()
        for target in ["/", "/api/v1/rooms"] {
            let http = try HTTPClient(hub)
            let answer = try http.get(target, "Connection: close")
            #expect(answer["Connection"] == "close")
            #expect(try http.isEnded())
            let old = try HTTPClient(hub)
            try old.wire.send("GET \(target) HTTP/1.0\r\nHost: 127.0.0.1:\(hub.port)\r\n\r\n")
            #expect(try old.answer().text == answer.text)
            #expect(try old.isEnded())
        }
    }

    @Test func `[W47] a client that closes its half is answered, all that it asked`() throws {
        let hub = try TestHub()
        _ = try RoomClient(hub, as: "Ada")
        let lists = [
            ["/"], ["/api/v1/rooms/room/log"], ["/api/v1/rooms", "/", "/api/v1/rooms/room/log", "/healthz"],
        ]
        for targets in lists {
            let http = try HTTPClient(hub)
            try http.wire.send(targets.map { http.request($0) }.joined())
            http.wire.endSending()
            for target in targets { #expect(try http.answer().status == 200, "\(target)") }
            #expect(try http.isEnded())
        }
        let half = try HTTPClient(hub)
        try half.wire.send("GET / HT")
        half.wire.endSending()
        #expect(try half.isEnded())
    }

    @Test func `[W11] a request may come in any two pieces`() throws {
        let hub = try TestHub()
        let http = try HTTPClient(hub)
        for way in cuts(of: Array(http.request("/styles/shell.css").utf8)) {
            for piece in way { try http.wire.send(piece) }
            #expect(try http.answer().text == "0123456789")
        }
    }

    @Test func `a request that does not come is answered with 408`() throws {
        let hub = try TestHub { $0.connectionLimits.requestTime = .second / 20 }
        let slow = try HTTPClient(hub)
        try slow.wire.send("GET / HTTP/1.1\r\nHost")
        let answer = try slow.answer()
        #expect(answer.status == 408)
        #expect(answer["Connection"] == "close")
        #expect(try slow.isEnded())
    }

    @Test func `the next request on a kept connection has no more time than the first`() throws {
        let hub = try TestHub { $0.connectionLimits.requestTime = .second / 20 }
        let slow = try HTTPClient(hub)
        #expect(try slow.get("/").status == 200)
        try slow.wire.send("G")
        #expect(try slow.answer().status == 408)
    }

    @Test func `a connection without a request is closed without a word`() throws {
        let hub = try TestHub {
            $0.connectionLimits.requestTime = .second / 20
            $0.connectionLimits.idleTime = .second / 10
        }
        #expect(try HTTPClient(hub).isEnded())
        let kept = try HTTPClient(hub)
        #expect(try kept.get("/").status == 200)
        #expect(try kept.isEnded())
    }

    @Test func `a long answer may take longer than any limit as long as it is read`() throws {
        let folder = TemporaryFolder()
        let long = [UInt8](repeating: 0x78, count: 40 << 20)
        folder.write("web/long.bin", long)
        folder.age("web/long.bin")
        let hub = try TestHub(folder) { $0.connectionLimits.idleTime = .second / 2 }
        // Reading the file takes a while, which is not to be counted.
        #expect(try HTTPClient(hub).head("/long.bin").status == 200)
        let lists = [[String](), ["Connection: close"]]
        for lines in lists {
            let http = try HTTPClient(hub)
            let fields = (["Host: \(http.host)"] + lines).map { $0 + "\r\n" }.joined()
            try http.wire.send("GET /long.bin HTTP/1.1\r\n\(fields)\r\n")
            var received = 0
            let start = MonotonicTime.now()
            while received < long.count {
                let bytes = try #require(try http.wire.receive(), "cut off at \(received)")
                received += bytes.count
                // A pace at which the whole takes three times the limits.
                while MonotonicTime.now() < start + UInt64(received) * 40 { MonotonicTime.rest() }
            }
        }
    }

    @Test func `who stops reading an answer is cut off`() throws {
        let folder = TemporaryFolder()
        let length = 40 << 20
        folder.write("web/long.bin", [UInt8](repeating: 0x78, count: length))
        folder.age("web/long.bin")
        let hub = try TestHub(folder) {
            $0.connectionLimits.requestTime = .second / 10
            $0.connectionLimits.idleTime = .second / 10
        }
        #expect(try HTTPClient(hub).head("/long.bin").status == 200)
        let http = try HTTPClient(hub)
        try http.wire.send(http.request("/long.bin"))
        var received = try http.wire.receive()?.count ?? 0
        // Connections that ask nothing are closed after the same time, so they tell when it is over.
        for _ in 0..<3 { #expect(try HTTPClient(hub).isEnded()) }
        while let bytes = try http.wire.receive() { received += bytes.count }
        #expect(received < length)
    }
}
