import HubProtocol
import Timetables

/// The active definitions of a room, and when each is due.
///
/// It is handed the time, and fires nothing itself; the room does. It follows what the room has taken and not
/// what is durable: what fails to be written takes the whole room with it.
struct Schedule {
    private struct Entry {
        let definition: LoggedOp
        let rule: OpSchedule
        /// Nil when the rule names no moment any more.
        var due: Int64?
        /// The newest op that came of it.
        var fired = Seq.none
    }

    private var entries: [NamedKey: Entry] = [:]
    /// When the first of them is due, in milliseconds since 1970.
    private(set) var nextDue: Int64?

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    /// - Parameters:
    ///   - ops: the current ones; what is no definition is passed over.
    ///   - asleep: definitions up to this one do nothing ([SC8]).
    ///   - now: what was due before is not made up for ([SC3]).
    init(_ ops: [LoggedOp], asleep: Seq, at now: Int64) {
        for op in ops where op.seq > asleep {
            if let rule = OpSchedule(op.payload) { set(op, rule, at: now) }
        }
    }

    func contains(_ key: NamedKey) -> Bool {
        entries[key] != nil
    }

    /// Takes a definition in the place of the one before.
    mutating func set(_ definition: LoggedOp, _ rule: OpSchedule, at now: Int64) {
        guard case .sets(let key) = definition.change else { return }
        if rule.isActive {
            entries[key] = Entry(definition: definition, rule: rule, due: rule.rule.next(after: now))
        } else {
            entries[key] = nil
        }
        findNextDue()
    }

    /// Notes that `op` came of its definition.
    mutating func note(_ op: Seq, of definition: LoggedOp) {
        guard case .sets(let key) = definition.change else { return }
        entries[key]?.fired = op
    }

    /// The definitions that are due, in the order of the log, each once however long it has been due, and
    /// none of which the last firing is not durable.
    mutating func takeDue(at now: Int64, durable: Seq) -> [LoggedOp] {
        guard let nextDue, nextDue <= now else { return [] }
        var due: [LoggedOp] = []
        for (key, entry) in entries {
            guard let moment = entry.due, moment <= now else { continue }
            entries[key]?.due = entry.rule.rule.next(after: now)
            if entry.fired <= durable { due.append(entry.definition) }
        }
        findNextDue()
        return due.sorted { $0.seq < $1.seq }
    }

    func definition(_ seq: Seq) -> LoggedOp? {
        entries.values.first { $0.definition.seq == seq }?.definition
    }

    private mutating func findNextDue() {
        nextDue = entries.values.compactMap(\.due).min()
    }
}
