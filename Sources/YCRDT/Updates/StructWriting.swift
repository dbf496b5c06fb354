/// What a struct says beside its content, as it is written.
struct StructHead {
    enum Parent {
        case root(UnsafeBufferPointer<UInt8>)
        case item(ItemID)
    }

    var kind: ContentKind
    var origin: ItemID?
    var rightOrigin: ItemID?
    /// Only written when there is no origin of either side.
    var parent: Parent?
    var key: UnsafeBufferPointer<UInt8>?
}

/// The content of a struct, as a document or an update keeps it.
struct StructContent {
    var kind: ContentKind
    var length: Clock
    var bytes: UnsafeBufferPointer<UInt8>
    var type: SharedKind = .array
}

extension ByteWriter {
    /// The first byte, the neighbours and the parent. Of a struct that is written from its middle, the origin
    /// is what came before there.
    @inline(__always)
    mutating func head(_ head: StructHead) {
        var info = head.kind.rawValue
        if head.origin != nil { info |= StructInfo.hasOrigin }
        if head.rightOrigin != nil { info |= StructInfo.hasRightOrigin }
        if head.key != nil { info |= StructInfo.hasKey }
        byte(info)
        if let origin = head.origin { itemID(origin) }
        if let rightOrigin = head.rightOrigin { itemID(rightOrigin) }
        guard head.origin == nil, head.rightOrigin == nil else { return }
        switch head.parent {
        case .root(let name):
            number(1)
            counted(name)
        case .item(let id):
            number(0)
            itemID(id)
        case nil: preconditionFailure("a struct without neighbours has a parent")
        }
        if let key = head.key { counted(key) }
    }

    /// What is left of a content behind `offset`.
    @inline(__always)
    mutating func content(_ content: StructContent, from offset: Clock) {
        switch content.kind {
        case .collected, .skip, .deleted: number(content.length - offset)
        case .string where offset == 0, .binary, .embed: counted(content.bytes)
        case .string: text(content, from: Int(offset))
        case .json, .any:
            number(content.length - offset)
            let start = content.start(ofElement: offset)
            raw(UnsafeBufferPointer(rebasing: content.bytes[start...]))
        case .format, .document: raw(content.bytes)
        case .type:
            number(UInt64(content.type.rawValue))
            if content.type.hasName { counted(content.bytes) }
        }
    }

    /// Half a pair that is cut off its other half is written as U+FFFD, as JavaScript's encoder does.
    private mutating func text(_ content: StructContent, from units: Int) {
        let bytes = content.bytes
        switch UTF8Text.place(bytes, length: Int(content.length), units: units) {
        case .border(let start):
            counted(UnsafeBufferPointer(rebasing: bytes[start...]))
        case .insidePair(let pair):
            number(bytes.count - pair - 4 + UTF8Text.replacement.count)
            raw(UTF8Text.replacement)
            raw(UnsafeBufferPointer(rebasing: bytes[(pair + 4)...]))
        }
    }
}

extension StructContent {
    /// Where an element of a list of values begins. The values were checked when they came in.
    func start(ofElement index: Clock) -> Int {
        guard index > 0, let base = bytes.baseAddress else { return 0 }
        var reader = ByteReader(base: base, position: 0, end: bytes.count)
        for _ in 0..<index {
            do {
                if kind == .any { try reader.skipValue() } else { _ = try reader.bytes() }
            } catch {
                return bytes.count
            }
        }
        return reader.position
    }
}
