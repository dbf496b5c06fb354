import HTTP1
import Serving
import Testing

@testable import HubServer

@Suite struct PagesTests {
    private let folder = TemporaryFolder()

    init() {
        folder.write("index.html", "list")
        folder.write("room.html", "a {{realm}} b {{realm}}")
        folder.write("a/b.js", "b")
        folder.write("realm/frame.html", "frame")
        folder.write("realm/c.js", "c")
    }

    private func shell(_ target: String, method: String = "GET") throws -> HTTPAnswer {
        let pages = Pages(folder: folder.path, now: 0)
        return pages.shell(try request(target, method: method), realm: "//realm:1", now: 0)
    }

    @Test func `[HT5] the list, the page of a room with the frame's address in it, and files`() throws {
        #expect(try shell("/").body == Array("list".utf8))
        #expect(try shell("/r/x").body == Array("a //realm:1/frame.html b {{realm}}".utf8))
        #expect(try shell("/r/x/").head.status == 200)
        #expect(try shell("/a/b.js").body == Array("b".utf8))
        #expect(try shell("/r/x").head.headers["ETag"] != shell("/").head.headers["ETag"])
        #expect(try shell("/", method: "POST").head.status == 405)
    }

    @Test(arguments: [
        "/index.html", "/room.html", "/realm/frame.html", "/realm/c.js", "/realm%2Fc.js", "/%72ealm/c.js",
        "/frame.html",
        "/r", "/r/", "/r/a/b", "/a", "/none",
    ])
    func `[HT5] [W22] what has an address of its own has no other, and no other page exists`(target: String)
        throws
    {
        let answer = try shell(target)
        #expect(answer.head.status == 404)
        #expect(answer.body == HTTPAnswer.error(404, "There is no such page.").body)
        #expect(answer.head.headers["Content-Security-Policy"] != nil)
    }

    @Test func `[HT5] the frame is one page, with the headers of a realm`() throws {
        let pages = Pages(folder: folder.path, now: 0)
        let answer = try #require(try pages.frame(request("/frame.html"), shell: "shell:1", now: 0))
        #expect(answer.body == Array("frame".utf8))
        #expect(answer.head.headers["Content-Security-Policy"]?.contains("frame-ancestors shell:1;") == true)
        #expect(try pages.frame(request("/"), shell: "shell:1", now: 0) == nil)
        let none = Pages(folder: folder.path + "/a", now: 0)
        #expect(try none.frame(request("/frame.html"), shell: "shell:1", now: 0)?.head.status == 404)
    }

    @Test
    func `[HT8] the frame's address says what its pictures may come from, and is refused if it is wrong`()
        throws
    {
        let pages = Pages(folder: folder.path, now: 0)
        func frame(_ query: String) throws -> HTTPAnswer {
            try #require(try pages.frame(request("/frame.html" + query), shell: "shell:1", now: 0))
        }
        let granted = try frame("?media=https%3A%2F%2Fa.example&media=http%3A%2F%2Fb.example%3A81")
        let policy = granted.head.headers["Content-Security-Policy"] ?? ""
        #expect(policy.contains("img-src data: blob: https://a.example http://b.example:81;"))
        for wrong in ["?media=", "?media=*", "?media=https%3A%2F%2Fa.example%3B%20script-src%20*"] {
            #expect(try frame(wrong).head.status == 400)
        }
    }

    @Test func `[HT8] a room's page says what the operator grants there`() throws {
        folder.write("room.html", "{{realm}} [{{media}}]")
        let grants = try ["https://all.example", "https://x.example@x", "https://y.example@y"].map {
            try #require(MediaGrant($0))
        }
        let pages = Pages(folder: folder.path, now: 0, grants: grants)
        let answer = pages.shell(try request("/r/x"), realm: "//realm:1", now: 0)
        #expect(
            String(decoding: answer.body, as: UTF8.self).hasSuffix("[https://all.example https://x.example]"))
    }

    @Test func `a room's page without a place for the frame is served as it is, and none is 404`() throws {
        folder.write("room.html", "bare")
        #expect(try shell("/r/x").body == Array("bare".utf8))
        folder.delete("room.html")
        #expect(try shell("/r/x").head.status == 404)
    }
}
