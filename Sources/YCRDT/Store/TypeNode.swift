/// A shared type as the document keeps it: where its list begins, and the values of its entries.
///
/// Text, array and XML are lists; a map is entries, each of which is a list whose last item is the value.
struct TypeNode {
    /// One entry: the first and the last item of its list.
    struct Entry {
        var first: ItemIndex
        var last: ItemIndex
    }

    /// The item that it is the content of; none of a root.
    var item: ItemIndex
    /// The name of a root.
    var rootName: KeyIndex
    /// What it was made as; of a root, what it was first used as.
    var kind: SharedKind?
    var start: ItemIndex = noItem
    /// What counts of its list: UTF-16 units, or elements.
    var length = 0
    var entries: [KeyIndex: Entry] = [:]
    /// Whether it ever had a format, so that a place in it has attributes.
    var hasFormats = false
    /// How often the slot has been given away, so that a handle to what is gone is noticed.
    var generation: UInt32 = 0
    /// A place in the list that was found lately; see `YDoc.place`.
    var marker = Marker()

    struct Marker {
        var item: ItemIndex = noItem
        /// How much of the list lies before it.
        var index = 0
    }
}
