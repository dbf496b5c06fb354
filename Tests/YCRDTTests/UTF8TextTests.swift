import Testing

@testable import YCRDT

struct UTF8TextTests {
    private static let samples = [
        "", "a", "plain text, long enough", "äß", "日本語", "😀", "a😀b", "e\u{301}", "👩‍👩‍👧", "עברית",
    ]

    private func with<Value>(_ text: String, _ body: (UnsafePointer<UInt8>, Int) -> Value) -> Value {
        (Array(text.utf8) + [0]).withUnsafeBufferPointer {
            body($0.baseAddress.unsafelyUnwrapped, $0.count - 1)
        }
    }

    @Test(arguments: samples)
    func `[U62] a length is in UTF-16 units`(text: String) {
        #expect(with(text) { UTF8Text.length($0, $1) } == text.utf16.count)
    }

    @Test(arguments: samples)
    func `[U62] every place in UTF-16 units is a border, or inside the pair that begins there`(text: String) {
        for units in 0...text.utf16.count {
            let place = with(text) { UTF8Text.place($0, $1, units: units) }
            let nearer = with(text) {
                UTF8Text.place(
                    UnsafeBufferPointer(start: $0, count: $1), length: text.utf16.count, units: units)
            }
            #expect(nearer == place)
            let index = text.utf16.index(text.utf16.startIndex, offsetBy: units)
            if let border = index.samePosition(in: text.utf8),
                index.samePosition(in: text.unicodeScalars) != nil
            {
                #expect(place == .border(text.utf8.distance(from: text.utf8.startIndex, to: border)))
            } else {
                let before = text.utf16.index(before: index).samePosition(in: text.utf8)
                #expect(
                    place
                        == .insidePair(
                            text.utf8.distance(from: text.utf8.startIndex, to: before ?? text.utf8.endIndex)))
            }
        }
    }

    @Test func `[U62] half a surrogate pair is no valid text`() {
        let halves: [[UInt8]] = [[0xED, 0xA0, 0xBD], [0xED, 0xB8, 0x80], [0x61, 0x62, 0x80]]
        for bytes in halves {
            bytes.withUnsafeBufferPointer { buffer in
                #expect(!UTF8Text.isValid(buffer.baseAddress.unsafelyUnwrapped, buffer.count))
            }
        }
    }
}
