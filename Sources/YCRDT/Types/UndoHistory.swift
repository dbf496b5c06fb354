/// Takes back what certain origins did to certain shared types, and nothing that others did.
///
/// It does not make itself known to others: undoing is an edit like any other, and comes back as an update.
public final class UndoHistory {
    /// What was done within one window of time: what came, and what went.
    struct Entry {
        var insertions: DeleteSet
        var deletions: DeleteSet
    }

    private enum Mode {
        case idle, undoing, redoing
    }

    unowned let doc: YDoc
    private let scope: [SharedReference]
    /// Those whose edits can be undone.
    private let origins: Set<AnyHashable>
    /// Edits that are not further apart are undone together.
    public var captureMs: Int64 = 500
    /// When the next edit happens. The document reads no clock, so whoever edits says it.
    public var nowMs: Int64 = 0
    private var lastChangeMs: Int64?
    private var mode = Mode.idle
    private(set) var undoStack: [Entry] = []
    private(set) var redoStack: [Entry] = []

    /// - Parameter origins: what `edit(origin:)` and `apply(_:origin:)` are told for those edits.
    public init(_ doc: YDoc, scope: [SharedReference], origins: Set<AnyHashable>) {
        self.doc = doc
        self.scope = scope
        self.origins = origins
        doc.undoHistories.append(UndoWatcher(history: self))
    }

    /// Ends its watch over the document.
    public func stop() {
        doc.undoHistories.removeAll { $0.history == nil || $0.history === self }
    }

    public var canUndo: Bool { !undoStack.isEmpty }
    public var canRedo: Bool { !redoStack.isEmpty }

    /// The next edit is undone by itself, however soon it comes.
    public func stopCapturing() {
        lastChangeMs = nil
    }

    /// Undoes the last of what can be undone; returns the update, empty if there was nothing.
    public func undo() -> [UInt8] {
        mode = .undoing
        defer { mode = .idle }
        return pop(\.undoStack)
    }

    /// Does again what was undone last, unless something was done since.
    public func redo() -> [UInt8] {
        mode = .redoing
        defer { mode = .idle }
        return pop(\.redoStack)
    }

    private func pop(_ stack: ReferenceWritableKeyPath<UndoHistory, [Entry]>) -> [UInt8] {
        doc.edit(origin: ObjectIdentifier(self)) {
            var hasChanged = false
            while !hasChanged, let entry = self[keyPath: stack].popLast() {
                hasChanged = doc.takeBack(entry, in: self)
            }
        }
    }

    func isInScope(_ index: ItemIndex) -> Bool {
        var slot = doc.at(index).pointee.parent
        while slot != noType {
            if scope.contains(where: { $0.slot == slot && $0.isAlive }) { return true }
            let owner = doc.types[Int(slot)].item
            if owner == noItem { return false }
            slot = doc.at(owner).pointee.parent
        }
        return false
    }

    func isTracked(_ origin: AnyHashable?) -> Bool {
        guard let origin else { return false }
        return origins.contains(origin) || origin == AnyHashable(ObjectIdentifier(self))
    }

    /// Hears of a transaction of one of its origins that has changed something in its scope.
    func note(_ entry: Entry) {
        switch mode {
        case .undoing:
            stopCapturing()
            redoStack.append(entry)
        case .redoing: undoStack.append(entry)
        case .idle:
            redoStack.removeAll()
            if let last = lastChangeMs, nowMs - last < captureMs, var joined = undoStack.popLast() {
                joined.insertions.formUnion(entry.insertions)
                joined.deletions.formUnion(entry.deletions)
                undoStack.append(joined)
            } else {
                undoStack.append(entry)
            }
            lastChangeMs = nowMs
        }
    }
}

/// A history as its document knows it. The history holds the document by the types of its scope, so the
/// document holds it weakly: who made it keeps it as long as it is to watch.
struct UndoWatcher {
    weak var history: UndoHistory?
}
