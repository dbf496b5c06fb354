import Testing

@testable import Bytes

struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `[RFC 4648 10] the test vectors, both ways`(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
        #expect(Base64.decodedCount(encoded) == plain.utf8.count)
    }

    @Test func `every byte at every place comes back`() {
        for byte in UInt8.min...UInt8.max {
            for count in 1...4 {
                let bytes = [UInt8](repeating: byte, count: count)
                #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            }
        }
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zg==Zg==", "Zh==", "Zm9=", "Zm 9v", " Zm9v", "Zm9v\n",
        "Zm-_",
        "Zmé=", "Zm=v",
    ])
    func `[W4] anything but the one spelling is refused`(text: String) {
        #expect(Base64.decode(text) == nil)
        #expect(Base64.decodedCount(text) == nil)
    }
}
