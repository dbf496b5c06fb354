/// Shared entries: to each key a value or a shared type.
public struct YMap: SharedType {
    public static let kind = SharedKind.map
    public let reference: SharedReference

    public init(_ reference: SharedReference) {
        self.reference = reference
    }

    private var doc: YDoc { reference.doc }

    /// The keys that have a value, in no order.
    public var keys: [String] { doc.entryKeys(reference) }

    public subscript(key: String) -> SharedValue? { doc.entry(key, of: reference) }

    public var json: AnyValue {
        .object(
            Dictionary(keys.map { ($0, self[$0]?.json ?? .undefined) }) { _, last in last })
    }

    public func set(_ key: String, _ value: AnyValue) {
        doc.requireEdit()
        doc.setEntry(key, value, of: reference)
    }

    /// Makes a new shared type the value, and returns it; nil if the map itself is gone.
    public func set<Type: SharedType>(_ key: String, _ type: Type.Type) -> Type? {
        doc.requireEdit()
        guard reference.isAlive else { return nil }
        let item = doc.insertEntry(.type, type: Type.kind, key: key, of: reference)
        guard let slot = doc.slot(of: item) else { return nil }
        return Type(SharedReference(doc, slot))
    }

    public func remove(_ key: String) {
        doc.requireEdit()
        doc.removeEntry(key, of: reference)
    }
}

extension YDoc {
    func entryKeys(_ reference: SharedReference) -> [String] {
        guard reference.isAlive else { return [] }
        return reference.node.entries.filter { !at($0.value.last).pointee.isDeleted }.map {
            keys.string($0.key)
        }
    }

    func entry(_ key: String, of reference: SharedReference) -> SharedValue? {
        guard reference.isAlive, let index = keys.known(key),
            let item = reference.node.entries[index]?.last, !at(item).pointee.isDeleted
        else { return nil }
        return values(of: at(item).pointee).last
    }

    func setEntry(_ key: String, _ value: AnyValue, of reference: SharedReference) {
        guard reference.isAlive else { return }
        if case .bytes(let bytes) = value {
            insertEntry(.binary, content: bytes, key: key, of: reference)
        } else {
            var writer = ByteWriter()
            writer.value(value)
            insertEntry(.any, content: writer.bytes, key: key, of: reference)
        }
    }

    @discardableResult
    func insertEntry(
        _ kind: ContentKind, content: [UInt8] = [], type: SharedKind = .array, key: String,
        of reference: SharedReference
    ) -> ItemIndex {
        let index = keys.index(of: Array(key.utf8))
        let left = types[Int(reference.slot)].entries[index]?.last ?? noItem
        return insert(
            kind, content: content, type: type, into: reference.slot, key: index, left: left, right: noItem)
    }

    func removeEntry(_ key: String, of reference: SharedReference) {
        guard reference.isAlive, let index = keys.known(key),
            let item = reference.node.entries[index]?.last
        else { return }
        delete(item)
    }
}

extension SharedValue {
    /// The value alone, a shared type as what it holds.
    public var json: AnyValue {
        switch self {
        case .value(let value): return value
        case .document(let guid, _): return ["guid": .string(guid)]
        case .shared(let reference):
            switch reference.kind {
            case .array: return YArray(reference).json
            case .map: return YMap(reference).json
            case .text: return .string(YText(reference).string)
            case .xmlText: return .string(YXmlText(reference).xml)
            case .xmlElement: return .string(YXmlElement(reference).xml)
            case .xmlFragment: return .string(YXmlFragment(reference).xml)
            case .xmlHook, nil: return YMap(reference).json
            }
        }
    }
}
