/// The place of an item among all items of a document; taken over by another once the item has gone.
typealias ItemIndex = UInt32
/// The place of a shared type among all of a document.
typealias TypeSlot = UInt32
/// A text that names a root type or an entry of a map, by its number in the document.
typealias KeyIndex = UInt32

let noItem = ItemIndex.max
let noKey = KeyIndex.max
let noType = TypeSlot.max

/// An id in which the client is named by its place in the document.
struct Ref: Equatable, BitwiseCopyable {
    var client: UInt32
    var clock: Clock

    static let none = Ref(client: .max, clock: 0)

    @inline(__always)
    var isNone: Bool { client == .max }
}

/// A run of what one client wrote at one place: all that a document knows of it, in 64 bytes.
///
/// It holds no content but where that is. Its neighbours are those in the list of its parent, deleted or not.
struct Item: BitwiseCopyable {
    struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8
        static let deleted = Flags(rawValue: 1)
        /// Deleted, and kept whole for who may undo that.
        static let kept = Flags(rawValue: 2)
        /// Undone by another item, which a table of the document names.
        static let redone = Flags(rawValue: 4)
    }

    var id: Ref
    var length: Clock
    var kind: ContentKind
    var flags: Flags = []
    var origin: Ref = .none
    var rightOrigin: Ref = .none
    var left: ItemIndex = noItem
    var right: ItemIndex = noItem
    var parent: TypeSlot = noType
    /// The entry of a map that it is a value of.
    var key: KeyIndex = noKey
    /// Where its content is among the document's content bytes.
    var content: UInt32 = 0
    var contentCount: UInt32 = 0
    /// How many bytes it may grow to in place. A shared type doesn't grow: here it has its slot.
    private var capacityOrType: UInt32 = 0
    /// When it was last passed in looking for a place; see `YDoc.resolve`.
    var stamp: UInt32 = 0

    init(id: Ref, length: Clock, kind: ContentKind) {
        self.id = id
        self.length = length
        self.kind = kind
    }

    var contentCapacity: UInt32 {
        @inline(__always) get { capacityOrType }
        @inline(__always) set { capacityOrType = newValue }
    }

    /// Only of an item whose content is a type.
    var type: TypeSlot {
        get { capacityOrType }
        set { capacityOrType = newValue }
    }

    @inline(__always)
    var isDeleted: Bool { flags.contains(.deleted) }

    @inline(__always)
    var end: Clock { id.clock + length }

    @inline(__always)
    var lastRef: Ref { Ref(client: id.client, clock: id.clock + length - 1) }

    @inline(__always)
    var isCollected: Bool { kind == .collected }
}
