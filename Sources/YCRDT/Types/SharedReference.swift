/// A shared type of a document: what it is found by, as long as it is there.
///
/// It keeps the document alive. When the type was deleted and forgotten, reading it gives nothing, and
/// editing it does nothing.
public struct SharedReference: Hashable {
    let doc: YDoc
    let slot: TypeSlot
    let generation: UInt32

    init(_ doc: YDoc, _ slot: TypeSlot) {
        self.doc = doc
        self.slot = slot
        generation = doc.types[Int(slot)].generation
    }

    public static func == (one: SharedReference, other: SharedReference) -> Bool {
        one.doc === other.doc && one.slot == other.slot && one.generation == other.generation
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(slot)
        hasher.combine(generation)
    }

    public var isAlive: Bool { doc.types[Int(slot)].generation == generation }

    /// What it was made as; nil of a root that nobody here has asked for as something.
    public var kind: SharedKind? { isAlive ? node.kind : nil }

    var node: TypeNode { doc.types[Int(slot)] }

    /// The first item of the list; none when the type has gone.
    var start: ItemIndex { isAlive ? node.start : noItem }

    var length: Int { isAlive ? node.length : 0 }
}

/// A kind of shared type, as a view of a reference.
public protocol SharedType: Hashable {
    init(_ reference: SharedReference)
    var reference: SharedReference { get }
    static var kind: SharedKind { get }
}

/// What an entry or an element of a shared type is.
public enum SharedValue: Hashable {
    case value(AnyValue)
    case shared(SharedReference)
    /// A document inside the document, of which only the name and its options are here.
    case document(guid: String, options: AnyValue)

    public var value: AnyValue? {
        if case .value(let value) = self { return value }
        return nil
    }

    public func shared<Type: SharedType>(as type: Type.Type = Type.self) -> Type? {
        guard case .shared(let reference) = self, reference.kind == type.kind else { return nil }
        return Type(reference)
    }
}

extension YDoc {
    /// The root of a name. Every document has every root, empty at first; a name should always be asked for
    /// as the same kind.
    public func root<Type: SharedType>(_ name: String, as type: Type.Type = Type.self) -> Type {
        let slot = rootSlot(keys.index(of: Array(name.utf8)))
        if types[Int(slot)].kind == nil { types[Int(slot)].kind = type.kind }
        return Type(SharedReference(self, slot))
    }

    public func text(_ name: String) -> YText { root(name) }
    public func map(_ name: String) -> YMap { root(name) }
    public func array(_ name: String) -> YArray { root(name) }
    public func xmlFragment(_ name: String) -> YXmlFragment { root(name) }

    /// The names of the roots that anything was ever written to, or that were asked for, sorted.
    public var rootNames: [String] {
        roots.keys.map { keys.string($0) }.sorted()
    }

    /// Edits the document, and returns that as an update; empty if nothing has changed.
    ///
    /// - Parameter origin: who edits, for an undo history.
    @discardableResult
    public func edit(origin: AnyHashable? = nil, _ body: () -> Void) -> [UInt8] {
        if transaction.depth == 0 {
            transaction.origin = origin
            transaction.isLocal = true
        }
        begin()
        var update: [UInt8] = []
        body()
        end {
            transaction.isLocal = false
            update = encodeTransaction()
        }
        return update
    }
}
