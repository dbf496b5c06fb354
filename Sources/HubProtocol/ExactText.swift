/// A text as a key that is equal to another only where their bytes are.
///
/// Swift's strings are equal where Unicode calls them equivalent (`é` in one code point and in two); the log, JSON
/// and browsers tell these apart, and names are data ([OP7]).
struct ExactText: Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Ends the text, so that two in a row have a border.
        hasher.combine(UInt8(0xFF))
    }
}
