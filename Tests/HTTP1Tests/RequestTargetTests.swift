import HTTP1
import Testing

@Suite struct RequestTargetTests {
    @Test(arguments: [
        ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a/b?c/d", ["a", "b"]),
        ("/%61%2Fb/c", ["a/b", "c"]), ("/../%2e%2e/x", ["..", "..", "x"]), ("/a%00b", ["a\0b"]),
        ("/%F0%9F%A6%86", ["\u{1F986}"]), ("/a+b", ["a+b"]),
    ])
    func `a path is segments, split before they are decoded and never resolved`(
        target: String, segments: [String]
    ) throws {
        let head = try head(get(target))
        #expect(head.target.segments == segments)
        #expect(head.target.originForm == target)
    }

    @Test func `a query is items in their order`() throws {
        let head = try head(get("/x?after=5&limit=10&&flag&a%26b=c+d%2B&e=f=g&after=6"))
        let items = head.target.query.map { [$0.name, $0.value] }
        #expect(
            items == [
                ["after", "5"], ["limit", "10"], ["flag", ""], ["a&b", "c d+"], ["e", "f=g"], ["after", "6"],
            ])
        #expect(head.query("after") == "5")
        #expect(head.query("none") == nil)
        #expect(head.path == "/x")
    }

    @Test(arguments: ["/%", "/%4", "/%zz", "/%ff", "/%C3", "/?%", "/?a=%ff", "/%ED%A0%80"])
    func `a target that is not percent-encoded UTF-8 is refused`(target: String) {
        #expect(verdictAtEveryCut(get(target)) == .refused(400))
    }

    @Test(arguments: ["*", "a:80", "x", "/a#b", "ftp://a/", "?x"])
    func `a target that is neither a path nor a URL is refused`(target: String) {
        #expect(verdictAtEveryCut(get(target)) == .refused(400))
    }

    @Test(arguments: [
        ("http://a", "/"), ("http://a?q=1", "/?q=1"), ("http://a/b", "/b"), ("HTTPS://a/b?c", "/b?c"),
    ])
    func `[RFC 9112 3.2.2] the absolute form is read as its path`(target: String, path: String) throws {
        #expect(try head(get(target)).target.originForm == path)
    }
}
