/// The elements of a comma-separated header, RFC 9110 section 5.6.1, over all its occurrences in their order.
///
/// It knows no quoted strings: the headers of the opening handshake that it reads are lists of tokens.
enum HeaderList {
    /// The elements without the white space around them; empty ones, which the RFC lets a sender leave, are
    /// gone.
    static func elements(_ name: StaticString, in fields: any HandshakeFields) -> [String] {
        var elements: [String] = []
        forEach(name, in: fields) { elements.append(String(decoding: $0, as: UTF8.self)) }
        return elements
    }

    /// Whether an element is `token`, which is in lower case, whatever the case of ASCII letters in the
    /// header.
    static func contains(
        _ token: StaticString, _ name: StaticString, in fields: any HandshakeFields
    ) -> Bool {
        var isFound = false
        forEach(name, in: fields) { element in
            guard element.count == token.utf8CodeUnitCount else { return }
            let isSame = token.withUTF8Buffer { token in
                element.indices.allSatisfy { HeaderList.lowercased(element[$0]) == token[$0] }
            }
            if isSame { isFound = true }
        }
        return isFound
    }

    /// A header that isn't a list and must occur once: its value without the white space around it.
    static func onlyValue(_ name: StaticString, in fields: any HandshakeFields) -> String? {
        var count = 0
        var only: String?
        fields.withValues(of: name) { value in
            count += 1
            only = value.withUnsafeBytes { String(decoding: HeaderList.trim($0), as: UTF8.self) }
        }
        return count == 1 ? only : nil
    }

    private static func forEach(
        _ name: StaticString, in fields: any HandshakeFields, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        fields.withValues(of: name) { value in
            value.withUnsafeBytes { bytes in
                var start = 0
                for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: ",") {
                    let element = HeaderList.trim(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                    if !element.isEmpty { body(element) }
                    start = end + 1
                }
            }
        }
    }

    private static func trim(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (0, value.count)
        while start < end, isSpace(value[start]) { start += 1 }
        while start < end, isSpace(value[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: value[start..<end])
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// ASCII only: a Kelvin sign is no "k" in a protocol.
    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
