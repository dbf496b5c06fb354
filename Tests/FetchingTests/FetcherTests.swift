import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite struct FetcherTests {
    private func fetch(
        _ request: FetchRequest, limits: FetchLimits = FetchLimits(), allowed: [String] = ["127.0.0.1"]
    ) async throws -> Result<FetchResponse, FetchError> {
        let fetcher = try Fetcher(limits: limits, allowance: HostAllowance(allowed))
        return await withCheckedContinuation { done in
            fetcher.fetch(request) { done.resume(returning: $0) }
        }
    }

    private func failure(
        _ request: FetchRequest, limits: FetchLimits = FetchLimits(), allowed: [String] = ["127.0.0.1"]
    ) async throws -> String {
        switch try await fetch(request, limits: limits, allowed: allowed) {
        case .success(let response): "answered with \(response.status)"
        case .failure(let error): error.description
        }
    }

    private func ok(_ body: String, _ headers: String = "") -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
    }

    @Test func `an answer comes with its status, headers and body, and without cookies`() async throws {
        let answer = ok("grüß", "Content-Type: text/plain\r\nX-A: 1\r\nx-a: 2\r\nSet-Cookie: secret=1\r\n")
        let host = try LocalHost { _ in answer }
        let response = try await fetch(FetchRequest(url: host.url + "/a?b")).get()
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == "grüß")
        #expect(
            response.headers.map { "\($0.name)=\($0.value)" } == [
                "content-length=6", "content-type=text/plain", "x-a=1, 2",
            ])
        #expect(host.requests.first?.hasPrefix("GET /a?b HTTP/1.1\r\n") == true)
    }

    @Test func `a request is sent as it was asked for`() async throws {
        let answer = ok("")
        let host = try LocalHost { _ in answer }
        let request = FetchRequest(
            url: host.url, method: "PUT", headers: [("X-Key", "a, b"), ("User-Agent", "me")],
            body: Array("{\"a\":1}".utf8))
        _ = try await fetch(request).get()
        let sent = try #require(host.requests.first)
        #expect(sent.hasPrefix("PUT / HTTP/1.1\r\n") && sent.hasSuffix("\r\n\r\n{\"a\":1}"))
        #expect(sent.contains("\r\nX-Key: a, b\r\n") && sent.contains("\r\nUser-Agent: me\r\n"))
        #expect(!sent.contains("Expect:"))
    }

    @Test func `[O8] loopback is not asked unless it is allowed, by whatever name it is called`() async throws
    {
        let answer = ok("secret")
        let host = try LocalHost { _ in answer }
        for name in [
            "127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]", "0",
        ] {
            let text = try await failure(FetchRequest(url: "http://\(name):\(host.port)/"), allowed: [])
            #expect(text.contains("does not ask there"), "\(name): \(text)")
        }
        #expect(host.requests.isEmpty)
    }

    @Test func `[O8] a redirect leads to no address that could not be asked itself`() async throws {
        let answer = ok("secret")
        let inner = try LocalHost { _ in answer }
        let redirect =
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(inner.port)/\r\nContent-Length: 0\r\n\r\n"
        let outer = try LocalHost { _ in redirect }
        let text = try await failure(FetchRequest(url: outer.url), allowed: ["127.0.0.1:\(outer.port)"])
        #expect(text.contains("does not ask there"))
        #expect(outer.requests.count == 1 && inner.requests.isEmpty)
        let file = "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"
        let other = try LocalHost { _ in file }
        #expect(try await failure(FetchRequest(url: other.url)).contains("only http and https"))
    }

    @Test func `[RFC 9110 15.4] redirects are followed, a POST goes on as a GET, and secrets stay behind`()
        async throws
    {
        let answer = ok("here")
        let inner = try LocalHost { _ in answer }
        let port = inner.port
        let outer = try LocalHost { request in
            let isFirst = request.hasPrefix("POST /first ")
            let location = isFirst ? "second" : "http://127.0.0.1:\(port)/third"
            return "HTTP/1.1 \(isFirst ? 303 : 307) X\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        }
        let request = FetchRequest(
            url: outer.url + "/first", method: "POST",
            headers: [("Authorization", "key"), ("Accept", "a/b")],
            body: Array("x".utf8))
        let response = try await fetch(request).get()
        #expect(response.url == inner.url + "/third")
        #expect(outer.requests.count == 2 && outer.requests.last?.hasPrefix("GET /second ") == true)
        #expect(outer.requests.last?.contains("Authorization: key") == true)
        #expect(inner.requests.first?.contains("Authorization") == false)
        #expect(inner.requests.first?.contains("Accept: a/b") == true)
    }

    @Test func `a circle of redirects ends`() async throws {
        let host = try LocalHost { _ in "HTTP/1.1 301 X\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n" }
        #expect(try await failure(FetchRequest(url: host.url)).contains("more than 5 redirects"))
        #expect(host.requests.count == 6)
    }

    @Test func `an answer that is too large or too slow is broken off`() async throws {
        var limits = FetchLimits()
        limits.bodyBytes = 1000
        limits.headerBytes = 500
        limits.timeMs = 300
        let large = ok(String(repeating: "x", count: 1001))
        let host = try LocalHost { request in
            if request.hasPrefix("GET /large") { return large }
            if request.hasPrefix("GET /headers") {
                return "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 600) + "\r\n\r\n"
            }
            return request.hasPrefix("GET /hang") ? nil : ""
        }
        let large1 = try await failure(FetchRequest(url: host.url + "/large"), limits: limits)
        #expect(large1.contains("larger than 1000 bytes"))
        let headers = try await failure(FetchRequest(url: host.url + "/headers"), limits: limits)
        #expect(headers.contains("headers are larger"))
        #expect(try await failure(FetchRequest(url: host.url + "/hang"), limits: limits).contains("imeout"))
        let nothing = try await failure(FetchRequest(url: host.url + "/nothing"), limits: limits)
        #expect(nothing.contains("nothing"))
    }

    @Test func `what can't be asked is said so`() async throws {
        #expect(
            try await failure(FetchRequest(url: "http://127.0.0.1:1/")).contains("127.0.0.1 can't be asked"))
        #expect(try await failure(FetchRequest(url: "http://no.such.host.invalid/")).contains("resolve"))
        let method = FetchRequest(url: "http://127.0.0.1:1/", method: "CONNECT")
        #expect(try await failure(method).contains("no method"))
    }

    @Test func `the environment's proxy is not used`() async throws {
        let answer = ok("direct")
        let host = try LocalHost { _ in answer }
        setenv("http_proxy", "http://127.0.0.1:1", 1)
        defer { unsetenv("http_proxy") }
        #expect(try await fetch(FetchRequest(url: host.url)).get().status == 200)
    }

    @Test func `many are asked side by side, more than may wait are refused, and a stop ends all`()
        async throws
    {
        let host = try LocalHost { _ in nil }
        var limits = FetchLimits()
        limits.atOnce = 2
        limits.waiting = 3
        let fetcher = try Fetcher(limits: limits, allowance: HostAllowance(["127.0.0.1"]))
        let failures = Mutex<[String]>([])
        for _ in 0..<20 {
            fetcher.fetch(FetchRequest(url: host.url)) { result in
                if case .failure(let error) = result { failures.withLock { $0.append(error.description) } }
            }
        }
        let refused = failures.withLock { $0 }
        #expect(refused.count >= 15 && refused.allSatisfy { $0.contains("too many") })
        fetcher.stop()
        #expect(
            failures.withLock { $0.last } == "the hub is stopping" || failures.withLock { $0.count } == 20)
        fetcher.fetch(FetchRequest(url: host.url)) { result in
            if case .failure(let error) = result { failures.withLock { $0.append(error.description) } }
        }
        #expect(failures.withLock { $0.last?.contains("too many") } == true)
    }
}
