/// A shared text with attributes, whose positions are counted in UTF-16 units.
///
/// A position inside a surrogate pair cuts it: both halves become U+FFFD for everyone.
public struct YText: SharedType, FormattedText {
    public static let kind = SharedKind.text
    public let reference: SharedReference

    public init(_ reference: SharedReference) {
        self.reference = reference
    }
}

/// The text of an XML document, which is a shared text.
public struct YXmlText: SharedType, FormattedText {
    public static let kind = SharedKind.xmlText
    public let reference: SharedReference

    public init(_ reference: SharedReference) {
        self.reference = reference
    }
}

/// What a text is between two changes of its attributes.
public struct TextRun: Hashable {
    public enum Content: Hashable {
        case text(String)
        /// Something that is in the text and takes one unit of it.
        case embed(SharedValue)
    }

    public var content: Content
    public var attributes: [String: AnyValue]

    public init(_ content: Content, attributes: [String: AnyValue] = [:]) {
        self.content = content
        self.attributes = attributes
    }
}

/// What both kinds of shared text can do.
public protocol FormattedText {
    var reference: SharedReference { get }
}

extension FormattedText {
    private var doc: YDoc { reference.doc }

    /// UTF-16 units, and one for each embed.
    public var length: Int { reference.length }

    /// The text alone, without attributes and embeds.
    public var string: String {
        var bytes: [UInt8] = []
        doc.visit(reference) { item in
            if item.kind == .string { bytes.append(contentsOf: doc.contents.buffer(of: item)) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text as runs of the same attributes, what Yjs calls a delta.
    public var runs: [TextRun] {
        var runs: [TextRun] = []
        var text: [UInt8] = []
        var attributes = TextAttributes()
        let flush = {
            guard !text.isEmpty else { return }
            runs.append(
                TextRun(.text(String(decoding: text, as: UTF8.self)), attributes: attributes.values))
            text.removeAll(keepingCapacity: true)
        }
        var index = reference.start
        while index != noItem {
            let item = doc.at(index).pointee
            index = item.right
            if item.isDeleted { continue }
            switch item.kind {
            case .string: text.append(contentsOf: doc.contents.buffer(of: item))
            case .format:
                flush()
                doc.apply(item, to: &attributes)
            default:
                guard item.kind.isCountable else { continue }
                flush()
                for value in doc.values(of: item) {
                    runs.append(TextRun(.embed(value), attributes: attributes.values))
                }
            }
        }
        flush()
        return runs.reduce(into: []) { $0.appendJoining($1) }
    }

    /// Inserts a text before the unit at `index`, or at the end if there are fewer.
    ///
    /// - Parameter attributes: of the text; nil for those of the text before it.
    public func insert(_ text: String, at index: Int, attributes: [String: AnyValue]? = nil) {
        doc.requireEdit()
        guard reference.isAlive, !text.isEmpty else { return }
        doc.insert(
            TextInsertion(kind: .string, length: text.utf16.count, content: Array(text.utf8)),
            into: reference.slot, at: index, attributes: attributes)
    }

    /// Inserts what is no text, and takes one unit.
    public func insertEmbed(_ value: AnyValue, at index: Int, attributes: [String: AnyValue]? = nil) {
        doc.requireEdit()
        guard reference.isAlive else { return }
        doc.insert(
            TextInsertion(kind: .embed, length: 1, content: Array(value.json.utf8)),
            into: reference.slot, at: index, attributes: attributes)
    }

    public func delete(at index: Int, length: Int) {
        doc.requireEdit()
        guard reference.isAlive, index >= 0, length > 0 else { return }
        doc.delete(length, in: reference.slot, from: index)
    }

    /// Gives attributes to a part of the text; `null` takes one away.
    public func format(at index: Int, length: Int, _ attributes: [String: AnyValue]) {
        doc.requireEdit()
        guard reference.isAlive, index >= 0, length > 0 else { return }
        doc.format(length, in: reference.slot, from: index, attributes)
    }
}

extension [TextRun] {
    fileprivate mutating func appendJoining(_ run: TextRun) {
        if case .text(let more) = run.content, let last, case .text(let text) = last.content,
            last.attributes == run.attributes
        {
            self[count - 1].content = .text(text + more)
        } else {
            append(run)
        }
    }
}
