extension YDoc {
    /// Types may be nested so deep in what is shown as JSON: reading it takes stack for each.
    static let deepestShown = 128

    /// What all roots hold, by their names, each taken for what it looks like: nobody has to know what it was
    /// made as. Nil when types are nested too deep to be shown.
    ///
    /// Text is a string, without its formats and embeds; XML is a string; a root with nothing in it, of which
    /// nobody can tell what it was, is left out.
    public var json: AnyValue? {
        guard !isNestedTooDeep else { return nil }
        var members: [String: AnyValue] = [:]
        for (key, slot) in roots {
            let reference = SharedReference(self, slot)
            guard let kind = types[Int(slot)].kind ?? apparentKind(of: reference) else { continue }
            members[keys.string(key)] = json(of: reference, as: kind)
        }
        return .object(members)
    }

    private func json(of reference: SharedReference, as kind: SharedKind) -> AnyValue {
        switch kind {
        case .text: .string(YText(reference).string)
        case .array: YArray(reference).json
        case .xmlFragment, .xmlElement, .xmlText: .string(YXmlFragment(reference).xml)
        case .map, .xmlHook: YMap(reference).json
        }
    }

    /// What a type that nobody has named looks like; nil of one with nothing in it.
    private func apparentKind(of reference: SharedReference) -> SharedKind? {
        var found: SharedKind?
        var item = reference.start
        while item != noItem, found == nil {
            let pointer = at(item)
            if isCounted(pointer) { found = apparentKind(of: pointer.pointee) }
            item = pointer.pointee.right
        }
        if let found { return found }
        return entryKeys(reference).isEmpty ? nil : .map
    }

    /// What kind of list an item is found in.
    private func apparentKind(of item: Item) -> SharedKind {
        switch item.kind {
        case .string, .embed: return .text
        case .type:
            switch types[Int(item.type)].kind {
            case .xmlElement, .xmlText, .xmlHook: return .xmlFragment
            default: return .array
            }
        default: return .array
        }
    }

    /// Whether a type lies below more than ``deepestShown`` others.
    private var isNestedTooDeep: Bool {
        for node in types where node.item != noItem {
            var parent = at(node.item).pointee.parent
            var depth = 1
            while types[Int(parent)].item != noItem {
                depth += 1
                guard depth <= YDoc.deepestShown else { return true }
                parent = at(types[Int(parent)].item).pointee.parent
            }
        }
        return false
    }
}
