/// A shared list of XML elements and texts.
public struct YXmlFragment: SharedType, XmlChildren {
    public static let kind = SharedKind.xmlFragment
    public let reference: SharedReference

    public init(_ reference: SharedReference) {
        self.reference = reference
    }

    public var xml: String { childrenXML }
}

/// A shared XML element: a name, attributes, and children.
public struct YXmlElement: SharedType, XmlChildren {
    public static let kind = SharedKind.xmlElement
    public let reference: SharedReference

    public init(_ reference: SharedReference) {
        self.reference = reference
    }

    public var name: String {
        // A root has no item, and so no name.
        guard reference.isAlive, reference.node.item != noItem else { return "" }
        let doc = reference.doc
        return String(decoding: doc.contents.buffer(of: doc.at(reference.node.item).pointee), as: UTF8.self)
    }

    public var attributes: [String: AnyValue] { reference.attributes }

    public func setAttribute(_ name: String, _ value: AnyValue) {
        reference.doc.requireEdit()
        reference.doc.setEntry(name, value, of: reference)
    }

    public func removeAttribute(_ name: String) {
        reference.doc.requireEdit()
        reference.doc.removeEntry(name, of: reference)
    }

    /// As Yjs writes it; nothing is escaped.
    public var xml: String {
        let name = name.lowercased()
        let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value.text)\"" }.joined()
        return "<\(name)\(list)>\(childrenXML)</\(name)>"
    }
}

/// What holds XML elements and texts.
public protocol XmlChildren {
    var reference: SharedReference { get }
}

extension XmlChildren {
    private var doc: YDoc { reference.doc }

    public var count: Int { reference.length }

    public var children: [SharedReference] {
        var children: [SharedReference] = []
        doc.visit(reference) { item in
            if item.kind == .type { children.append(SharedReference(doc, item.type)) }
        }
        return children
    }

    /// Inserts a new element before the child at `index`; nil if what it is put into is gone.
    @discardableResult
    public func insertElement(_ name: String, at index: Int) -> YXmlElement? {
        insert(.xmlElement, name: name, at: index).map { YXmlElement($0) }
    }

    @discardableResult
    public func insertText(at index: Int) -> YXmlText? {
        insert(.xmlText, name: "", at: index).map { YXmlText($0) }
    }

    public func delete(at index: Int, count: Int = 1) {
        doc.requireEdit()
        guard reference.isAlive, index >= 0, count > 0 else { return }
        doc.delete(count, in: reference.slot, from: index)
    }

    private func insert(_ kind: SharedKind, name: String, at index: Int) -> SharedReference? {
        doc.requireEdit()
        guard reference.isAlive else { return nil }
        let place = doc.place(in: reference.slot, at: index)
        let item = doc.insert(
            .type, content: Array(name.utf8), type: kind, into: reference.slot, left: place.left,
            right: place.right)
        return doc.slot(of: item).map { SharedReference(doc, $0) }
    }

    fileprivate var childrenXML: String {
        children.map { child in
            switch child.kind {
            case .xmlElement: YXmlElement(child).xml
            case .xmlText: YXmlText(child).xml
            case .xmlFragment: YXmlFragment(child).xml
            default: SharedValue.shared(child).json.json
            }
        }.joined()
    }
}

extension YXmlText {
    public var attributes: [String: AnyValue] { reference.attributes }

    /// The text with its attributes as elements around it, as Yjs writes it.
    public var xml: String {
        runs.map { run in
            let tags = run.attributes.sorted { $0.key < $1.key }
            let open = tags.map { name, value in
                var list = ""
                if case .object(let members) = value {
                    list = members.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value.text)\"" }
                        .joined()
                }
                return "<\(name)\(list)>"
            }
            let close = tags.reversed().map { "</\($0.key)>" }
            let inside =
                switch run.content {
                case .text(let text): text
                case .embed(let value): value.json.json
                }
            return open.joined() + inside + close.joined()
        }.joined()
    }
}

extension SharedReference {
    fileprivate var attributes: [String: AnyValue] {
        Dictionary(
            doc.entryKeys(self).compactMap { key in doc.entry(key, of: self).map { (key, $0.json) } }
        ) { _, last in last }
    }
}

extension AnyValue {
    /// As JavaScript makes a text of it.
    fileprivate var text: String {
        if case .string(let text) = self { return text }
        return json
    }
}
