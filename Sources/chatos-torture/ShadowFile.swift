/// A file as a disk sees it: what was synced, and the changes since, which a power cut may take.
///
/// It knows no name and no system call.
struct ShadowFile {
    /// What one call changed.
    private enum Change {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)

        /// The bytes it touches; a truncation touches all from its size on.
        var range: Range<Int> {
            switch self {
            case .write(let offset, let bytes): offset..<offset + bytes.count
            case .truncate(let size): size..<Int.max
            }
        }
    }

    /// How much of what was not synced is there after a power cut.
    enum Survival: CaseIterable, Sendable {
        /// Nothing: all of it was in the cache.
        case none
        /// All of it: the cache was just written.
        case all
        /// Each sector by itself, as old or as new as it happened to be.
        case anySectors
        /// The changes in their order up to some moment, the last one torn.
        case ordered
    }

    private(set) var synced: [UInt8]
    private var changes: [Change] = []

    init(synced: [UInt8] = []) {
        self.synced = synced
    }

    mutating func write(_ bytes: [UInt8], at offset: Int) {
        changes.append(.write(offset: offset, bytes: bytes))
    }

    mutating func truncate(to size: Int) {
        changes.append(.truncate(size: size))
    }

    /// Everything is on the disk.
    mutating func sync() {
        for change in changes { ShadowFile.apply(change, to: &synced) }
        changes.removeAll()
    }

    /// A sync that failed: what was to be written is gone from the cache, and no later sync brings it back.
    mutating func dropChanges() {
        changes.removeAll()
    }

    /// How many changes a power cut may take.
    var unsyncedCount: Int { changes.count }

    /// What a program reads.
    var current: [UInt8] {
        changes.reduce(into: synced) { ShadowFile.apply($1, to: &$0) }
    }

    // MARK: After a power cut

    /// The bytes that are found afterwards, in whole sectors of that many bytes.
    func afterPowerCut(
        sector: Int, survival: Survival, using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        switch survival {
        case .none: return synced
        case .all: return current
        case .anySectors: return mixture(sector: sector, from: changes, using: &generator)
        case .ordered:
            let whole = Int.random(in: 0...changes.count, using: &generator)
            var file = ShadowFile(synced: synced)
            file.changes = Array(changes[..<whole])
            file.synced = file.current
            return file.mixture(
                sector: sector, from: Array(changes[whole...].prefix(1)), using: &generator)
        }
    }

    /// Every sector with as many of the changes to it as chance gives, and so is the file's size.
    private func mixture(
        sector: Int, from changes: [Change], using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        guard !changes.isEmpty else { return synced }
        var sizes = [synced.count]
        for change in changes { sizes.append(ShadowFile.size(after: change, of: sizes[sizes.count - 1])) }
        let size = sizes.randomElement(using: &generator) ?? synced.count
        // What no change reached and the size takes in is a hole, and reads as zeros.
        var bytes = synced + [UInt8](repeating: 0, count: max(0, size - synced.count))
        bytes.removeLast(bytes.count - size)
        var touching: [Int: [Change]] = [:]
        for change in changes {
            let range = change.range.clamped(to: 0..<size)
            guard !range.isEmpty else { continue }
            for number in range.lowerBound / sector...(range.upperBound - 1) / sector {
                touching[number, default: []].append(change)
            }
        }
        // In one order, so that a seed determines the image.
        for (number, changes) in touching.sorted(by: { $0.key < $1.key }) {
            let range = number * sector..<min((number + 1) * sector, size)
            for change in changes.prefix(Int.random(in: 0...changes.count, using: &generator)) {
                ShadowFile.apply(change, to: &bytes, within: range)
            }
        }
        return bytes
    }

    // MARK: Changes

    private static func size(after change: Change, of size: Int) -> Int {
        switch change {
        case .write: max(size, change.range.upperBound)
        case .truncate(let size): size
        }
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        let size = size(after: change, of: bytes.count)
        if size > bytes.count { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
        bytes.removeLast(bytes.count - size)
        apply(change, to: &bytes, within: 0..<size)
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8], within range: Range<Int>) {
        let touched = change.range.clamped(to: range)
        guard !touched.isEmpty else { return }
        switch change {
        case .write(let offset, let new):
            bytes.replaceSubrange(
                touched, with: new[touched.lowerBound - offset..<touched.upperBound - offset])
        case .truncate:
            bytes.replaceSubrange(touched, with: repeatElement(0, count: touched.count))
        }
    }
}
