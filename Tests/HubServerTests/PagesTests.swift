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

    @Test func `a room's page without a place for the frame is served as it is, and none is 404`() throws {
        folder.write("room.html", "bare")
        #expect(try shell("/r/x").body == Array("bare".utf8))
        folder.delete("room.html")
        #expect(try shell("/r/x").head.status == 404)
    }
}
