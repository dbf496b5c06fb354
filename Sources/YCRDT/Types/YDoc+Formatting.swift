/// The attributes that hold at a place in a text. One that is `null` is none.
struct TextAttributes {
    private(set) var values: [String: AnyValue] = [:]

    subscript(key: String) -> AnyValue {
        get { values[key] ?? .null }
        set { values[key] = newValue == .null ? nil : newValue }
    }
}

/// What is put into a text.
struct TextInsertion {
    var kind: ContentKind
    var length: Int
    var content: [UInt8]
}

/// A place in a text, and the attributes there.
private struct TextPlace {
    var place: ListPlace
    var attributes = TextAttributes()
}

// Formats are items without length: each gives an attribute a value from there on. The rules below are those
// of Yjs, so that an editor finds the same items whoever edited.
extension YDoc {
    func format(of item: Item) -> (key: String, value: AnyValue)? {
        guard item.kind == .format else { return nil }
        let buffer = contents.buffer(of: item)
        guard let base = buffer.baseAddress else { return nil }
        var reader = ByteReader(base: base, position: 0, end: buffer.count)
        guard let key = try? reader.string(), let value = try? reader.bytes() else { return nil }
        return (key, AnyValue(json: reader.buffer(value)) ?? .null)
    }

    func apply(_ item: Item, to attributes: inout TextAttributes) {
        if let format = format(of: item) { attributes[format.key] = format.value }
    }

    func insert(
        _ insertion: TextInsertion, into slot: TypeSlot, at index: Int, attributes: [String: AnyValue]?
    ) {
        guard types[Int(slot)].hasFormats || attributes?.isEmpty == false else {
            return insert(
                insertion.kind, length: insertion.length, content: insertion.content, into: slot,
                at: place(in: slot, at: index))
        }
        var place = textPlace(in: slot, at: index)
        var wanted = attributes ?? place.attributes.values
        for key in place.attributes.values.keys where wanted[key] == nil { wanted[key] = .null }
        passFormats(&place, alike: wanted)
        let negated = insertFormats(&place, wanted, into: slot)
        place.place.right = insert(
            insertion.kind, length: insertion.length, content: insertion.content, into: slot,
            left: place.place.left, right: place.place.right)
        forward(&place)
        insertNegated(&place, negated, into: slot)
    }

    func format(_ length: Int, in slot: TypeSlot, from index: Int, _ attributes: [String: AnyValue]) {
        var place = textPlace(in: slot, at: index)
        passFormats(&place, alike: attributes)
        var negated = insertFormats(&place, attributes, into: slot)
        var rest = length
        while place.place.right != noItem {
            let item = at(place.place.right).pointee
            guard rest > 0 || !negated.isEmpty && (item.isDeleted || item.kind == .format) else { break }
            if !item.isDeleted, let format = format(of: item) {
                guard passFormat(format, &place, attributes, &negated, isInside: rest > 0) else { break }
            } else if !item.isDeleted {
                if rest < Int(item.length) {
                    _ = itemStarting(at: Ref(client: item.id.client, clock: item.id.clock + Clock(rest)))
                }
                rest -= Int(at(place.place.right).pointee.length)
            }
            forward(&place)
        }
        insertNegated(&place, negated, into: slot)
    }

    /// Meets a format inside what is being formatted: one of an attribute that gets a value here is deleted.
    private func passFormat(
        _ format: (key: String, value: AnyValue), _ place: inout TextPlace, _ attributes: [String: AnyValue],
        _ negated: inout [String: AnyValue], isInside: Bool
    ) -> Bool {
        guard let wanted = attributes[format.key] else {
            place.attributes[format.key] = format.value
            return true
        }
        if wanted == format.value {
            negated[format.key] = nil
        } else {
            guard isInside else { return false }
            negated[format.key] = format.value
        }
        delete(place.place.right)
        return true
    }

    private func textPlace(in slot: TypeSlot, at index: Int) -> TextPlace {
        var place = TextPlace(place: ListPlace(left: noItem, right: types[Int(slot)].start, index: 0))
        while place.place.right != noItem, place.place.index < index {
            let item = at(place.place.right).pointee
            if item.kind == .format, !item.isDeleted { apply(item, to: &place.attributes) }
            step(&place.place, within: index)
        }
        return place
    }

    private func forward(_ place: inout TextPlace) {
        let item = at(place.place.right).pointee
        if !item.isDeleted {
            if item.kind == .format {
                apply(item, to: &place.attributes)
            } else if item.kind.isCountable {
                place.place.index += Int(item.length)
            }
        }
        place.place.left = place.place.right
        place.place.right = item.right
    }

    /// Goes over formats that say what is wanted anyway.
    private func passFormats(_ place: inout TextPlace, alike wanted: [String: AnyValue]) {
        while place.place.right != noItem {
            let item = at(place.place.right).pointee
            if !item.isDeleted {
                guard let format = format(of: item), (wanted[format.key] ?? .null) == format.value else {
                    return
                }
            }
            forward(&place)
        }
    }

    /// - Returns: what each changed attribute was before.
    private func insertFormats(_ place: inout TextPlace, _ wanted: [String: AnyValue], into slot: TypeSlot)
        -> [String: AnyValue]
    {
        var negated: [String: AnyValue] = [:]
        for (key, value) in wanted.sorted(by: { $0.key < $1.key }) where place.attributes[key] != value {
            negated[key] = place.attributes[key]
            insertFormat(&place, key, value, into: slot)
        }
        return negated
    }

    /// Gives the attributes back what they were, behind what was inserted or formatted.
    private func insertNegated(_ place: inout TextPlace, _ negated: [String: AnyValue], into slot: TypeSlot) {
        var negated = negated
        while place.place.right != noItem {
            let item = at(place.place.right).pointee
            if !item.isDeleted {
                guard let format = format(of: item), negated[format.key] == format.value else { break }
                negated[format.key] = nil
            }
            forward(&place)
        }
        for (key, value) in negated.sorted(by: { $0.key < $1.key }) {
            insertFormat(&place, key, value, into: slot)
        }
    }

    private func insertFormat(_ place: inout TextPlace, _ key: String, _ value: AnyValue, into slot: TypeSlot)
    {
        var writer = ByteWriter()
        writer.string(key)
        writer.string(value.json)
        place.place.right = insert(
            .format, content: writer.bytes, into: slot, left: place.place.left, right: place.place.right)
        forward(&place)
    }
}
