import Testing
import YCRDT

/// One struct at a time, right and wrong; what is right is read by the document's tests.
struct StructRecordTests {
    private func error(_ body: (inout ByteWriter) -> Void) -> UpdateError? {
        do {
            try YDoc(clientID: 1).apply(HandWritten.block(client: 5, clock: 0, count: 1, body))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [11, 31, 0x1F, 0x80, 0x8A, 0x20] as [UInt8])
    func `a first byte that nobody writes is refused`(info: UInt8) {
        #expect(error { $0.raw([info, 1, 1, 1, 1, 1, 1, 1]) } == .unknownContent(info: info))
    }

    @Test func `a struct without length is refused`() {
        #expect(error { $0.raw([0, 0]) } == .emptyStruct)
        #expect(error { $0.raw([10, 0]) } == .emptyStruct)
        #expect(error { $0.firstText("") } == .emptyStruct)
        #expect(error { $0.raw([8, 1, 1, 0x61, 0]) } == .emptyStruct)
    }

    @Test func `an unknown parent, type or value is refused`() {
        #expect(error { $0.raw([4, 2, 1, 0x61, 1, 0x61]) } == .unknownParent(2))
        #expect(error { $0.raw([7, 1, 1, 0x61, 7]) } == .unknownType(7))
        #expect(error { $0.raw([8, 1, 1, 0x61, 1, 115]) } == .unknownValue(tag: 115))
    }

    @Test func `an embed or a format has to be JSON, and a text UTF-8`() {
        #expect(error { $0.raw([5, 1, 1, 0x61, 1, 0x7B]) } == .invalidJSON)
        #expect(error { $0.raw([6, 1, 1, 0x61, 1, 0x62, 1, 0x7B]) } == .invalidJSON)
        #expect(error { $0.raw([4, 1, 1, 0x61, 1, 0xFF]) } == .invalidUTF8)
        #expect(error { $0.raw([4, 1, 1, 0xFF, 1, 0x61]) } == .invalidUTF8)
    }

    @Test func `JSON as older versions of Yjs wrote it is read`() throws {
        let doc = YDoc(clientID: 1)
        let update = HandWritten.block(client: 5, clock: 0, count: 1) { writer in
            writer.raw([2, 1, 5])
            writer.raw(Array("array".utf8))
            writer.number(3)
            for text in ["{\"a\":1}", "undefined", "\"x\""] { writer.string(text) }
        }
        try doc.apply(update)
        #expect(doc.array("array").values == [.value(["a": 1]), .value(.undefined), .value("x")])
        // From its middle on.
        try doc.apply([0, 1, 5, 1, 1, 1])
        #expect(doc.array("array").json == [["a": 1], "x"])
        let copy = YDoc(clientID: 2)
        try copy.apply(doc.encodeStateAsUpdate())
        #expect(copy.array("array").json == doc.array("array").json)
    }
}
