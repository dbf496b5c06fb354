import Testing

@testable import HubProtocol

struct DocumentMessageTests {
    @Test(arguments: [1, 127, 128, 192])
    func `[DO1] a message is a name, its length before it, and a body`(_ length: Int) throws {
        let name = try #require(DocumentName(String(repeating: "n", count: length)))
        for body in [[], [0, 1, 2]] as [[UInt8]] {
            let message = DocumentMessage(name: name, body: body)
            let bytes = message.encoded()
            #expect(try DocumentMessage(decoding: bytes.span.bytes) == message)
            #expect(bytes.count == length + body.count + (length < 128 ? 1 : 2))
        }
    }

    @Test(
        arguments: [
            [], [0], [1], [3, 65, 65], [1, 0x80], [2, 0xC3, 0x28], [1, 10], [0x80], [0x80, 0], [0x80, 1, 65],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], [0x81, 0x80, 1],
        ] as [[UInt8]])
    func `[DO1] bytes that begin with no name are refused`(_ bytes: [UInt8]) {
        let error = #expect(throws: ProtocolError.self) { try DocumentMessage(decoding: bytes.span.bytes) }
        #expect(error?.code == .badUpdate)
    }

    @Test func `[DO5] an error names the document`() {
        let error = ProtocolError(.badUpdate, "no", document: DocumentName("a\"b"))
        #expect(
            String(decoding: MessageCodec.encode(.error(error)), as: UTF8.self)
                == #"{"hub":"error","doc":"a\"b","code":"bad_update","message":"no"}"#)
    }
}
