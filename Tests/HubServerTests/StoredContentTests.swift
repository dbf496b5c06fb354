import HTTP1
import Serving
import Testing

@testable import HubServer

@Suite struct StoredContentTests {
    let content = StoredContent(bytes: Array("0123456789".utf8), type: "text/plain")

    @Test func `[HT6] HEAD answers as GET without a body`() throws {
        let get = try answer()
        let head = try answer(method: "HEAD")
        #expect(head.head == get.head)
        #expect(head.body.isEmpty)
        #expect(head.head.headers["Content-Length"] == "10")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "get"])
    func `another method is refused with those that are served`(method: String) throws {
        let answer = try answer(method: method)
        #expect(answer.head.status == 405)
        #expect(answer.head.headers["Allow"] == "GET, HEAD")
        #expect(answer.body.isEmpty)
    }

    @Test func `[HT6] a copy that is still right is answered with 304`() throws {
        let tag = content.tag.text
        for value in [tag, "W/\(tag)", "\"x\", \(tag)", "\"x\",W/\(tag) ,\"y\"", "*"] {
            for method in ["GET", "HEAD"] {
                let answer = try answer(method: method, "If-None-Match: \(value)\r\n")
                #expect(answer.head.status == 304, "\(value)")
                #expect(answer.body.isEmpty)
                #expect(answer.head.headers["ETag"] == tag)
            }
        }
        #expect(try answer("If-None-Match: \"x\"\r\nIf-None-Match: \(tag)\r\n").head.status == 304)
    }

    @Test func `another copy is replaced`() throws {
        for value in [
            "\"x\"", "W/\"x\"", content.tag.text.uppercased(), String(content.tag.text.dropFirst()), "",
        ] {
            #expect(try answer("If-None-Match: \(value)\r\n").head.status == 200, "\(value)")
        }
    }

    @Test func `[HT6] a range is answered with its bytes`() throws {
        let answer = try answer("Range: bytes=2-4\r\n")
        #expect(answer.head.status == 206)
        #expect(answer.body == Array("234".utf8))
        #expect(answer.head.headers["Content-Range"] == "bytes 2-4/10")
        #expect(answer.head.headers["Content-Length"] == "3")
        #expect(answer.head.headers["ETag"] == content.tag.text)
    }

    @Test(arguments: ["bytes=5-1", "bytes=10-", "bytes=10-20", "bytes=99999999999999999999-", "bytes=-0"])
    func `[W22] [HT6] a range that does not exist is refused with 416`(range: String) throws {
        let answer = try answer("Range: \(range)\r\n")
        #expect(answer.head.status == 416)
        #expect(answer.head.headers["Content-Range"] == "bytes */10")
        #expect(answer.body.isEmpty)
    }

    @Test(arguments: [
        "Range: bytes=0-1,3-4\r\n", "Range: lines=1-2\r\n", "Range: bytes=\r\n",
        "Range: bytes=0-1\r\nRange: bytes=3-4\r\n", "Range: bytes=0-1\r\nIf-Range: \"x\"\r\n",
        "Range: bytes=0-1\r\nIf-Range: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
    ])
    func `a range that can't be served alone is ignored`(lines: String) throws {
        let answer = try answer(lines)
        #expect(answer.head.status == 200)
        #expect(answer.body == content.bytes)
    }

    @Test func `[RFC 9110 13] conditions come before ranges, and HEAD has no ranges`() throws {
        let tag = content.tag.text
        #expect(try answer("Range: bytes=0-1\r\nIf-Range: \(tag)\r\n").head.status == 206)
        #expect(try answer("Range: bytes=0-1\r\nIf-None-Match: \(tag)\r\n").head.status == 304)
        #expect(try answer(method: "HEAD", "Range: bytes=0-1\r\n").head.status == 200)
    }

    private func answer(method: String = "GET", _ lines: String = "") throws -> HTTPAnswer {
        content.answer(to: try request("/x", method: method, lines))
    }
}
