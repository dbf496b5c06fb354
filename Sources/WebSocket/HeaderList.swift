/// The elements of a comma-separated header, RFC 9110 section 5.6.1, over all its occurrences in their order.
///
/// It knows no quoted strings: the headers of the opening handshake that it reads are lists of tokens.
struct HeaderList {
    /// The elements without the white space around them; empty ones, which the RFC lets a sender leave, are
    /// gone.
    let elements: [String]

    init(_ values: [String]) {
        elements = values.flatMap { value in
            value.utf8.split(separator: UInt8(ascii: ",")).compactMap { element in
                let text = HeaderList.trim(element)
                return text.isEmpty ? nil : String(text)
            }
        }
    }

    /// Whether an element is `token`, which is in lower case, whatever the case of ASCII letters in the
    /// header.
    func contains(_ token: String) -> Bool {
        elements.contains { element in
            element.utf8.lazy.map(HeaderList.lowercased).elementsEqual(token.utf8)
        }
    }

    /// A header that isn't a list: the value without the white space around it.
    static func trim(_ value: Substring.UTF8View) -> Substring {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let head = value.drop(while: isSpace)
        let tail = head.reversed().prefix(while: isSpace).count
        return Substring(head.dropLast(tail))
    }

    /// ASCII only: a Kelvin sign is no "k" in a protocol.
    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
