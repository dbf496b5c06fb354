/// The name of a room's document: data, whatever it says, within the bounds of [DO1].
public struct DocumentName: Hashable, Sendable {
    public let text: String

    /// The longest name in bytes of UTF-8: the name of any op or tool, and what a page puts before it.
    public static let longest = 192

    /// Before a document's name, where a log keeps names of ops ([DO4]).
    public static let mark = "\u{2}"

    /// Nil when the name is empty, too long or has a control character.
    public init?(_ text: String) {
        guard (1...DocumentName.longest).contains(text.utf8.count) else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        self.text = text
    }

    /// The document whose update an op of this type and stored name is; nil for any other op.
    public init?(ofType type: String, stored name: String?) {
        guard type == DocumentOp.type, let name, name.utf8.first == DocumentName.mark.utf8.first else {
            return nil
        }
        self.init(String(decoding: name.utf8.dropFirst(), as: UTF8.self))
    }

    /// What the log keeps as the name of the document's updates.
    public var stored: String { DocumentName.mark + text }

    public static func == (left: DocumentName, right: DocumentName) -> Bool {
        left.text.isExactly(right.text)
    }

    public func hash(into hasher: inout Hasher) {
        text.hashExactly(into: &hasher)
    }
}
