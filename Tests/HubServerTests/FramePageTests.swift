import HTTP1
import Serving
import Testing

@testable import HubServer

@Suite struct FramePageTests {
    let folder = TemporaryFolder()
    let page = "<head>\n<!-- realm styles -->\n<!-- realm modules -->\n</head>"

    @Test func `modules become an import map of data, and styles stand in the page`() throws {
        folder.write("frame.html", page)
        folder.write("b.js", "import '#realm/a.js'")
        folder.write("a.js", "</script>")
        folder.write("a.css", "p{}")
        var frame = FramePage(folder: folder.path)
        #expect(
            try text(&frame) == """
                <head>
                <style>
                p{}
                </style>

                <script type="importmap">{"imports":{\
                "#realm/a.js":"data:text/javascript;charset=utf-8;base64,PC9zY3JpcHQ+",
                "#realm/b.js":"data:text/javascript;charset=utf-8;base64,\
                aW1wb3J0ICcjcmVhbG0vYS5qcyc="}}</script>
                </head>
                """)
    }

    @Test func `no style and no name ends its element`() throws {
        folder.write("frame.html", page)
        folder.write("a.css", "a::after{content:\"</STYLE><script>\"} /* </style> */ b{}")
        // A folder "<" with a file in it.
        folder.write("</script>\"\\.js", "")
        var frame = FramePage(folder: folder.path)
        let text = try text(&frame)
        #expect(text.contains("\"<\\/STYLE><script>\"} /* <\\/style> */ b{}"))
        #expect(text.contains(##""#realm/\u003c/script>\"\\.js":"##))
        #expect(text.components(of: "</style>") == 1)
        #expect(text.components(of: "</script>") == 1)
    }

    @Test func `modules that other pages have too are in the map under a name of their own`() throws {
        folder.write("realm/frame.html", page)
        folder.write("realm/a.js", "1")
        folder.write("shared/a.js", "2")
        var frame = FramePage(folder: folder.path + "/realm", shared: folder.path + "/shared")
        let text = try text(&frame)
        #expect(text.contains("\"#realm/a.js\":\"data:text/javascript;charset=utf-8;base64,MQ==\""))
        #expect(text.contains("\"#shared/a.js\":\"data:text/javascript;charset=utf-8;base64,Mg==\""))
        folder.write("shared/a.js", "3")
        #expect(try self.text(&frame).contains("base64,Mw=="))
    }

    @Test func `a page without modules has an empty map`() throws {
        folder.write("frame.html", page)
        var frame = FramePage(folder: folder.path)
        #expect(try text(&frame).contains("<script type=\"importmap\">{\"imports\":{}}</script>"))
    }

    @Test func `the page is made again when a file of it changes, comes or goes`() throws {
        folder.write("frame.html", page)
        folder.write("a.js", "1")
        for name in ["frame.html", "a.js"] { folder.age(name) }
        var frame = FramePage(folder: folder.path)
        let first = try text(&frame)
        #expect(try text(&frame) == first)
        folder.write("a.js", "2")
        let second = try text(&frame)
        #expect(second != first)
        folder.write("a.css", "p{}")
        #expect(try text(&frame).contains("p{}"))
        folder.delete("a.css")
        #expect(try text(&frame) == second)
        folder.write("frame.html", "plain")
        #expect(try text(&frame) == "plain")
        folder.delete("frame.html")
        #expect(try frame.answer(request("/frame.html")) == nil)
    }

    @Test func `the page has a tag, so that browsers keep it`() throws {
        folder.write("frame.html", page)
        var frame = FramePage(folder: folder.path)
        let answer = try #require(frame.answer(try request("/frame.html")))
        #expect(answer.head.headers["Content-Type"] == "text/html; charset=utf-8")
        let tag = try #require(answer.head.headers["ETag"])
        let again = frame.answer(try request("/frame.html", "If-None-Match: \(tag)\r\n"))
        #expect(again?.head.status == 304)
    }

    private func text(_ frame: inout FramePage) throws -> String {
        let answer = try #require(frame.answer(try request("/frame.html")))
        return String(decoding: answer.body, as: UTF8.self)
    }
}

extension String {
    /// How often `part` occurs.
    fileprivate func components(of part: String) -> Int {
        Array(utf8).ranges(of: Array(part.utf8)).count
    }
}
