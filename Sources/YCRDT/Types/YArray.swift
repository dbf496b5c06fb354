/// A shared list of values and shared types.
public struct YArray: SharedType {
    public static let kind = SharedKind.array
    public let reference: SharedReference

    public init(_ reference: SharedReference) {
        self.reference = reference
    }

    private var doc: YDoc { reference.doc }

    public var count: Int { reference.length }

    public var values: [SharedValue] {
        var values: [SharedValue] = []
        doc.visit(reference) { values += doc.values(of: $0) }
        return values
    }

    /// The elements as plain values, shared types as what they hold.
    public var json: AnyValue { .array(values.map(\.json)) }

    /// Inserts values before the element at `index`; behind the last if there are fewer.
    public func insert(_ values: [AnyValue], at index: Int) {
        doc.requireEdit()
        guard reference.isAlive, !values.isEmpty else { return }
        doc.insert(values, into: reference.slot, doc.place(in: reference.slot, at: index))
    }

    public func append(_ values: [AnyValue]) {
        insert(values, at: count)
    }

    /// Inserts a new shared type, and returns it; nil if the array itself is gone.
    public func insert<Type: SharedType>(_ type: Type.Type, at index: Int) -> Type? {
        doc.requireEdit()
        guard reference.isAlive else { return nil }
        let place = doc.place(in: reference.slot, at: index)
        let item = doc.insert(
            .type, type: Type.kind, into: reference.slot, left: place.left, right: place.right)
        guard let slot = doc.slot(of: item) else { return nil }
        return Type(SharedReference(doc, slot))
    }

    public func delete(at index: Int, count: Int = 1) {
        doc.requireEdit()
        guard reference.isAlive, index >= 0, count > 0 else { return }
        doc.delete(count, in: reference.slot, from: index)
    }
}

extension YDoc {
    /// Inserts values as Yjs does: those side by side as one item, but bytes each as its own.
    func insert(_ values: [AnyValue], into slot: TypeSlot, _ place: ListPlace) {
        var left = place.left
        var writer = ByteWriter()
        var count = 0
        let flush = { [self] in
            guard count > 0 else { return }
            left = insert(
                .any, length: count, content: writer.bytes, into: slot, left: left,
                right: left == noItem ? types[Int(slot)].start : at(left).pointee.right)
            writer.removeAll()
            count = 0
        }
        for value in values {
            if case .bytes(let bytes) = value {
                flush()
                left = insert(
                    .binary, content: bytes, into: slot, left: left,
                    right: left == noItem ? types[Int(slot)].start : at(left).pointee.right)
            } else {
                writer.value(value)
                count += 1
            }
        }
        flush()
    }

    /// The type that an item is, unless it was deleted at once with what it was put into.
    func slot(of item: ItemIndex) -> TypeSlot? {
        at(item).pointee.kind == .type ? at(item).pointee.type : nil
    }
}
