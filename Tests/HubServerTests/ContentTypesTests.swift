import Testing

@testable import HubServer

@Suite struct ContentTypesTests {
    @Test(arguments: [
        ("/index.html", "text/html; charset=utf-8"), ("/a/b.CSS", "text/css; charset=utf-8"),
        ("/a.js", "text/javascript; charset=utf-8"), ("/a.mjs", "text/javascript; charset=utf-8"),
        ("/a.min.js", "text/javascript; charset=utf-8"), ("/a.js.map", "application/json; charset=utf-8"),
        ("/a.json", "application/json; charset=utf-8"), ("/a.ndjson", "application/x-ndjson; charset=utf-8"),
        ("/a.webmanifest", "application/manifest+json; charset=utf-8"),
        ("/a.svg", "image/svg+xml; charset=utf-8"), ("/a.png", "image/png"), ("/a.jpg", "image/jpeg"),
        ("/a.webp", "image/webp"), ("/a.ico", "image/x-icon"), ("/a.woff2", "font/woff2"),
        ("/a.txt", "text/plain; charset=utf-8"), ("/a.md", "text/markdown; charset=utf-8"),
    ])
    func `a file's type is told by its name`(path: String, type: String) {
        #expect(ContentTypes.of(path: path) == type)
    }

    @Test(arguments: ["/a", "/a.", "/a.unknown", "/folder.html/a", ""])
    func `what is not known is bytes`(path: String) {
        #expect(ContentTypes.of(path: path) == "application/octet-stream")
    }
}
