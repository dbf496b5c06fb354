import Testing

@testable import Bytes

struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `[RFC 4648 10] the vectors go there and back`(_ plain: String, _ text: String) {
        #expect(Base64.encode(Array(plain.utf8)) == Array(text.utf8))
        #expect(Base64.decode(text.utf8) == Array(plain.utf8))
    }

    @Test func `every byte survives, at every place of a group`() {
        for lead in 0..<3 {
            let bytes = [UInt8](repeating: 0xFF, count: lead) + (0...255).map { UInt8($0) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: [
        "A", "AA", "AAA", "AA=A", "=AAA", "A===", "====", "AB==", "AAB=", "AA-_", "AAA A", "AA==AAAA",
        "AAA\n",
    ])
    func `[RFC 4648 3.5] what no encoder writes is refused`(_ text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }
}
