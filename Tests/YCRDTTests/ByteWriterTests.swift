import Testing

@testable import YCRDT

struct ByteWriterTests {
    @Test func `numbers have the least significant seven bits first`() {
        var writer = ByteWriter()
        writer.number(UInt64(300))
        writer.signedNumber(-300)
        #expect(writer.bytes == [0xAC, 0x02, 0xEC, 0x04])
    }

    @Test func `texts and bytes have their length in bytes before them`() {
        var writer = ByteWriter()
        writer.string("ä😀")
        writer.counted([9, 8])
        #expect(writer.bytes == [6, 0xC3, 0xA4, 0xF0, 0x9F, 0x98, 0x80, 2, 9, 8])
    }
}
