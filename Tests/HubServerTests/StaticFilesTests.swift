import HTTP1
import Serving
import Testing

@testable import HubServer

@Suite struct StaticFilesTests {
    let folder = TemporaryFolder()
    static let second: UInt64 = 1_000_000_000

    @Test func `a file is served with its type, its tag and its length`() throws {
        folder.write("styles/shell.css", "a{}")
        var files = StaticFiles(folder: folder.path, now: 0)
        let answer = try #require(try get(&files, "/styles/shell.css"))
        #expect(answer.head.status == 200)
        #expect(answer.body == Array("a{}".utf8))
        #expect(answer.head.headers["Content-Type"] == "text/css; charset=utf-8")
        #expect(answer.head.headers["Content-Length"] == "3")
        #expect(answer.head.headers["Cache-Control"] == "no-cache")
        #expect(answer.head.headers["X-Content-Type-Options"] == "nosniff")
        #expect(answer.head.headers["Accept-Ranges"] == "bytes")
        #expect(answer.head.headers["ETag"]?.count == 34)
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt", "/web/../../secret.txt",
        "//etc/passwd",
        "/etc/passwd", "/page.html%00", "/page.html%00.css", "/link.txt", "/linked/secret.txt", "/.hidden",
        "/.git/config", "/web", "/web/", "/", "/page.html/", "//page.html", "/./page.html", "/PAGE.html",
    ])
    func `[W22] [HT6] no request reaches a file outside the folder`(target: String) throws {
        let outer = TemporaryFolder()
        outer.write("secret.txt", "secret")
        outer.write("web/page.html", "page")
        outer.write("web/.hidden", "hidden")
        outer.write("web/.git/config", "hidden")
        outer.write("web/web/x", "x")
        outer.write("other/secret.txt", "secret")
        outer.link("web/link.txt", to: "\(outer.path)/secret.txt")
        outer.link("web/linked", to: "\(outer.path)/other")
        var files = StaticFiles(folder: outer.path + "/web", now: 0)
        #expect(files.paths == ["/page.html", "/web/x"])
        let request = try request(target)
        #expect(files.answer(request, path: request.path, now: 2 * Self.second) == nil)
        #expect(try get(&files, "/page.html")?.head.status == 200)
    }

    @Test func `[W22] a file replaced by a link is gone`() throws {
        folder.write("a.txt", "a")
        folder.write("b.txt", "b")
        var files = StaticFiles(folder: folder.path, now: 0)
        #expect(try get(&files, "/a.txt") != nil)
        folder.delete("a.txt")
        folder.link("a.txt", to: "\(folder.path)/b.txt")
        #expect(try get(&files, "/a.txt") == nil)
    }

    @Test func `a file edited while the hub runs is served as it is now`() throws {
        folder.write("a.txt", "one")
        var files = StaticFiles(folder: folder.path, now: 0)
        let first = try #require(try get(&files, "/a.txt"))
        folder.write("a.txt", "two")
        let second = try #require(try get(&files, "/a.txt"))
        #expect(second.body == Array("two".utf8))
        #expect(second.head.headers["ETag"] != first.head.headers["ETag"])
        folder.write("a.txt", "one")
        #expect(try get(&files, "/a.txt") == first)
    }

    @Test func `a file whose stamp has not changed is not read again`() throws {
        folder.write("a.txt", "one")
        folder.age("a.txt")
        var files = StaticFiles(folder: folder.path, now: 0)
        _ = try get(&files, "/a.txt")
        // The same length, time and inode: nothing tells that it has changed.
        folder.write("a.txt", "two")
        folder.age("a.txt")
        #expect(try get(&files, "/a.txt")?.body == Array("one".utf8))
    }

    @Test func `a new file is found, at most a second later`() throws {
        var files = StaticFiles(folder: folder.path, now: 5)
        folder.write("a.txt", "a")
        #expect(try get(&files, "/a.txt", now: 4 + Self.second) == nil)
        #expect(try get(&files, "/a.txt", now: 5 + Self.second)?.body == Array("a".utf8))
    }

    @Test func `a deleted file is gone, and may come back`() throws {
        folder.write("a.txt", "a")
        var files = StaticFiles(folder: folder.path, now: 0)
        #expect(try get(&files, "/a.txt") != nil)
        folder.delete("a.txt")
        #expect(try get(&files, "/a.txt") == nil)
        folder.write("a.txt", "b")
        #expect(try get(&files, "/a.txt", now: 3 * Self.second)?.body == Array("b".utf8))
    }

    @Test func `a folder that does not exist has no files`() throws {
        var files = StaticFiles(folder: folder.path + "/none", now: 0)
        #expect(files.paths.isEmpty)
        #expect(try get(&files, "/a", now: .max) == nil)
        #expect(try get(&files, "/a", now: .max) == nil)
    }

    private func get(_ files: inout StaticFiles, _ path: String, now: UInt64 = 0) throws -> HTTPAnswer? {
        files.answer(try request(path), path: path, now: now)
    }
}
