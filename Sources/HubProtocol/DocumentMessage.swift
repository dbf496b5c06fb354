/// A binary message on a room's socket: the name of a document, and behind it one message of the y-protocols
/// ([DO1]).
///
/// It does not look into that message.
public struct DocumentMessage: Hashable, Sendable {
    public let name: DocumentName
    /// Empty when a client closes the document ([DO2]).
    public let body: [UInt8]

    public init(name: DocumentName, body: [UInt8]) {
        self.name = name
        self.body = body
    }

    /// Reads one message.
    public init(decoding bytes: RawSpan) throws(ProtocolError) {
        let bytes = bytes.withUnsafeBytes { [UInt8]($0) }
        // Seven bits of the length, and of a longer name the eighth.
        guard let low = bytes.first, low < 0x80 || (bytes.count > 1 && bytes[1] == 1) else {
            throw DocumentMessage.nameless
        }
        let start = low < 0x80 ? 1 : 2
        let length = low < 0x80 ? Int(low) : Int(low & 0x7F) + 0x80
        guard length <= bytes.count - start,
            let text = String(validating: bytes[start..<start + length], as: UTF8.self),
            let name = DocumentName(text)
        else { throw DocumentMessage.nameless }
        self.init(name: name, body: Array(bytes[(start + length)...]))
    }

    private static let nameless = ProtocolError(
        .badUpdate,
        """
        a binary message begins with a document's name: its length, and 1 to \(DocumentName.longest) bytes \
        of UTF-8 without control characters
        """)

    public func encoded() -> [UInt8] {
        let text = name.text.utf8
        var out: [UInt8] = []
        out.reserveCapacity(text.count + body.count + 2)
        if text.count < 0x80 {
            out.append(UInt8(text.count))
        } else {
            // No name has 256 bytes.
            out += [UInt8(text.count & 0x7F) | 0x80, UInt8(text.count >> 7)]
        }
        out.append(contentsOf: text)
        out.append(contentsOf: body)
        return out
    }
}
