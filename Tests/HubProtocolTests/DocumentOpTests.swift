import Testing

@testable import HubProtocol

struct DocumentOpTests {
    @Test func `[DO4] an update is an op in Base64, and is read from it again`() throws {
        let op = DocumentOp(name: try #require(DocumentName("a \"b\"")), update: [0, 0, 255])
        let text = #"{"type":"document","doc":"a \"b\"","update":"AAD/"}"#
        #expect(String(decoding: op.payload.bytes, as: UTF8.self) == text)
        #expect(DocumentOp(op.payload) == op)
    }

    @Test(arguments: [
        #"{"type":"note","doc":"a","update":"AAA="}"#, #"{"type":"document","update":"AAA="}"#,
        #"{"type":"document","doc":"","update":"AAA="}"#, #"{"type":"document","doc":"a","update":"AA"}"#,
        #"{"type":"document","doc":"a","update":5}"#, #"{"type":"document","doc":"a"}"#, "[]",
    ])
    func `any other payload is none`(_ text: String) {
        #expect(DocumentOp(Payload(bytes: Array(text.utf8))) == nil)
    }

    @Test func `[DO4] an update is never current, and its name is the document's behind U+0002`() throws {
        let name = try #require(DocumentName("a"))
        let payload = DocumentOp(name: name, update: [0, 0]).payload
        let identity = try #require(OpIdentity(payload))
        #expect(identity == OpIdentity(type: "document", name: "\u{2}a", id: nil))
        let op = LoggedOp(
            seq: Seq.none.next, at: 0, author: Author(id: "p", name: "P"), type: "document",
            name: name.stored,
            resend: nil, payload: payload)
        #expect(op.document == name)
        #expect(op.change == .none)
    }
}
