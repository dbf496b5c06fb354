import Testing

@testable import YCRDT

struct ByteReaderTests {
    private func with<Value>(_ bytes: [UInt8], _ read: (inout ByteReader) throws -> Value) throws -> Value {
        try bytes.withUnsafeBytes { buffer in
            var reader = ByteReader(buffer)
            let value = try read(&reader)
            try reader.requireEnd()
            return value
        }
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 1 << 32, 9_007_199_254_740_991] as [UInt64])
    func `a number is read as it was written, and refused when it ends early`(number: UInt64) throws {
        var writer = ByteWriter()
        writer.number(number)
        #expect(try with(writer.bytes) { try $0.number() } == number)
        for end in 0..<writer.bytes.count {
            #expect(throws: UpdateError.endsEarly) {
                try with(Array(writer.bytes[..<end])) { try $0.number() }
            }
        }
    }

    @Test(
        arguments: [
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x10],
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
        ] as [[UInt8]])
    func `a number beyond 2^53 - 1 is refused`(bytes: [UInt8]) {
        #expect(throws: UpdateError.numberTooLarge) { try with(bytes) { try $0.number() } }
    }

    @Test(
        arguments: [0, 1, -1, 63, -63, 64, -64, 8191, -8192, 2_147_483_647, 9_007_199_254_740_991] as [Double]
    )
    func `a signed number is read as it was written`(number: Double) throws {
        var writer = ByteWriter()
        writer.signedNumber(number)
        #expect(try with(writer.bytes) { try $0.signedNumber() } == number)
    }

    @Test func `a length beyond the end is refused`() {
        #expect(throws: UpdateError.endsEarly) { try with([5, 1, 2]) { try $0.byteArray() } }
        #expect(throws: UpdateError.countTooLarge(5)) { try with([5, 1, 2]) { try $0.count(ofSize: 1) } }
        #expect(throws: UpdateError.countTooLarge(2)) { try with([2, 1, 2]) { try $0.count(ofSize: 2) } }
    }

    @Test func `a text that is not UTF-8 is refused`() {
        for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE6, 0x97]] as [[UInt8]] {
            #expect(throws: UpdateError.invalidUTF8) {
                try with([UInt8(bytes.count)] + bytes) { try $0.string() }
            }
        }
    }

    @Test func `what is left over is refused`() {
        #expect(throws: UpdateError.trailingBytes(count: 2)) { try with([1, 2, 3]) { try $0.number() } }
    }

    @Test func `a value has to be JSON, and no deeper than JSON may be`() throws {
        #expect(throws: UpdateError.invalidJSON) { try with([2] + Array("{]".utf8)) { try $0.jsonArray() } }
        let deep = Array(String(repeating: "[", count: 200).utf8)
        #expect(throws: UpdateError.tooDeep(limit: 128)) {
            try with([0xC8, 0x01] + deep) { try $0.jsonArray() }
        }
        #expect(try with([2] + Array("{}".utf8)) { try $0.jsonArray() } == Array("{}".utf8))
    }
}
