/// A struct as it stands in an update: what it says, and where in the update's bytes its content lies.
///
/// It knows no document; its names are ids and ranges of bytes.
struct StructRecord {
    enum Parent {
        /// The struct names none: it is where its neighbours are.
        case ofNeighbour
        case root(Range<Int>)
        case item(ItemID)
    }

    var id: ItemID
    var length: Clock
    var kind: ContentKind
    var origin: ItemID?
    var rightOrigin: ItemID?
    var parent: Parent = .ofNeighbour
    /// The key in a map, where the struct says it.
    var key: Range<Int>?
    /// The content as a document keeps it: without what only says how long the struct is.
    var content: Range<Int> = 0..<0
    /// Of a shared type, the kind, and where its name is.
    var type: SharedKind = .array
    var typeName: Range<Int> = 0..<0

    var end: Clock { id.clock + length }
}

/// The bits of a struct's first byte beside its content.
enum StructInfo {
    static let content: UInt8 = 0x1F
    static let hasOrigin: UInt8 = 0x80
    static let hasRightOrigin: UInt8 = 0x40
    static let hasKey: UInt8 = 0x20
}

extension ByteReader {
    /// Reads the struct of `client` at `clock`. When `isTrusted`, the bytes have been read before, and what
    /// costs time and was found right is not looked at again.
    @inline(__always)
    mutating func structure(of client: ClientID, at clock: Clock, isTrusted: Bool = false) throws(UpdateError)
        -> StructRecord
    {
        let info = try byte()
        guard let kind = ContentKind(rawValue: info & StructInfo.content) else {
            throw .unknownContent(info: info)
        }
        var record = StructRecord(id: ItemID(client: client, clock: clock), length: 0, kind: kind)
        if kind == .collected || kind == .skip {
            guard info == kind.rawValue else { throw .unknownContent(info: info) }
            record.length = try self.clock()
        } else {
            try neighbours(info, &record)
            try content(&record, isTrusted: isTrusted)
        }
        guard record.length > 0 else { throw .emptyStruct }
        guard !clock.addingReportingOverflow(record.length).overflow else { throw .clockTooLarge }
        return record
    }

    @inline(__always)
    private mutating func neighbours(_ info: UInt8, _ record: inout StructRecord) throws(UpdateError) {
        if info & StructInfo.hasOrigin != 0 { record.origin = try earlierID(than: record.id) }
        if info & StructInfo.hasRightOrigin != 0 { record.rightOrigin = try earlierID(than: record.id) }
        guard record.origin == nil, record.rightOrigin == nil else { return }
        switch try number() {
        case 1: record.parent = .root(try text())
        case 0: record.parent = .item(try earlierID(than: record.id))
        case let kind: throw .unknownParent(kind)
        }
        if info & StructInfo.hasKey != 0 { record.key = try text() }
    }

    @inline(__always)
    private mutating func earlierID(than id: ItemID) throws(UpdateError) -> ItemID {
        let other = try itemID()
        guard other.client != id.client || other.clock < id.clock else { throw .refersToItself }
        return other
    }

    @inline(__always)
    private mutating func content(_ record: inout StructRecord, isTrusted: Bool) throws(UpdateError) {
        if record.kind == .string {
            record.content = isTrusted ? try bytes() : try text()
            let units = UTF8Text.length(base + record.content.lowerBound, record.content.count)
            guard let length = Clock(exactly: units) else { throw .clockTooLarge }
            record.length = length
        } else {
            try rareContent(&record)
        }
    }

    private mutating func rareContent(_ record: inout StructRecord) throws(UpdateError) {
        record.length = 1
        var start = position
        switch record.kind {
        case .deleted:
            record.length = try clock()
            start = position
        case .json, .any:
            record.length = try clockCount()
            start = position
            for _ in 0..<record.length {
                if record.kind == .any { try skipValue() } else { _ = try json(allowsUndefined: true) }
            }
        case .binary:
            record.content = try bytes()
            return
        case .embed:
            record.content = try json()
            return
        case .format:
            _ = try text()
            _ = try json(allowsUndefined: true)
        case .type:
            let number = try number()
            guard let kind = UInt8(exactly: number).flatMap(SharedKind.init(rawValue:)) else {
                throw .unknownType(number)
            }
            record.type = kind
            if kind.hasName { record.typeName = try text() }
            start = position
        case .document:
            _ = try text()
            try skipValue()
        case .collected, .skip, .string: break
        }
        record.content = start..<position
    }

    private mutating func clockCount() throws(UpdateError) -> Clock {
        guard let count = Clock(exactly: try count(ofSize: 1)) else { throw .clockTooLarge }
        return count
    }
}
