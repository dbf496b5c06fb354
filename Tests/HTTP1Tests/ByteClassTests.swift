import Testing

@testable import HTTP1

@Suite struct ByteClassTests {
    private let bytes = ByteClass(alphanumericAnd: "-_~!")

    @Test func `letters, digits and what is named are in it, and nothing else`() {
        let expected = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!".utf8)
        #expect(Set((UInt8.min...UInt8.max).filter(bytes.contains)) == expected)
    }

    @Test func `one byte that is not in it spoils all`() {
        #expect(Array("a-Z_9~".utf8).withUnsafeBytes(bytes.containsAll))
        #expect(!Array("a-Z 9~".utf8).withUnsafeBytes(bytes.containsAll))
        #expect(![0x61, 0xE1].withUnsafeBytes(bytes.containsAll))
        #expect([UInt8]().withUnsafeBytes(bytes.containsAll))
    }
}
