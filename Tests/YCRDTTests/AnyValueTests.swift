import Testing
import YCRDT

struct AnyValueTests {
    @Test(arguments: Vectors.values)
    func `a value is read and written as lib0 does`(vector: AnyValue) throws {
        let bytes = try #require(vector["bytes"]?.bytes)
        let json = try #require(vector["json"]?.text)
        let value = try read(bytes)
        if json == "-0" {
            #expect(value == .number(-0.0))
        } else {
            #expect(value == AnyValue(json: json))
        }
        var writer = ByteWriter()
        writer.value(value)
        #expect(writer.bytes == bytes)
    }

    @Test func `values that JSON has no word for come back as they were`() throws {
        for value in [AnyValue.undefined, .bigInt(.min), .bigInt(9_007_199_254_740_993), .bytes([0, 255])] {
            var writer = ByteWriter()
            writer.value(["it": value])
            #expect(try read(writer.bytes) == ["it": value])
        }
    }

    @Test func `a value that ends at any byte is refused`() throws {
        var writer = ByteWriter()
        writer.value(["a": [1, "text", 0.1, .bytes([1, 2])], "b": .bigInt(7)])
        for end in 0..<writer.bytes.count {
            #expect(throws: UpdateError.self) { try read(Array(writer.bytes[..<end])) }
        }
    }

    private func read(_ bytes: [UInt8]) throws -> AnyValue {
        // As the value of an entry, which is how values arrive.
        var writer = ByteWriter()
        writer.byte(0x28)
        writer.number(1)
        writer.string("map")
        writer.string("k")
        writer.number(1)
        writer.raw(bytes)
        let doc = YDoc(clientID: 1)
        try doc.apply(HandWritten.block(client: 2, clock: 0, count: 1) { $0.raw(writer.bytes) })
        return try #require(doc.map("map")["k"]?.value)
    }
}
