import HubProtocol
import SQLite

/// What a room's log must hold after maintenance, computed without the hub.
///
/// Nobody is in such a room: what it holds came from a session file, and is changed by maintenance alone.
struct KeptRoom: Equatable {
    struct Op: Equatable {
        let seq: Int
        /// Empty once it was erased.
        var payload: [UInt8]
    }

    private(set) var ops: [Op] = []
    /// Of the ops up to this one only those are kept that were current after it.
    private var trimmed = 0
    private var names: [Int: String] = [:]

    var head: Int { ops.last?.seq ?? 0 }

    var erasable: [Int] { ops.filter { !$0.payload.isEmpty }.map(\.seq) }

    // MARK: From a session file

    /// Every third op is one of five tools, and so current until its next version.
    init(count: Int, filler: String) {
        for seq in 1...count {
            let name = seq % 3 == 0 ? "tool \(seq % 5)" : nil
            let text =
                if let name {
                    #"{"type":"upgrade","name":"\#(name)","markup":"\#(seq) \#(filler)"}"#
                } else {
                    #"{"type":"comment","body":"\#(seq) \#(filler)"}"#
                }
            names[seq] = name
            ops.append(Op(seq: seq, payload: Array(text.utf8)))
        }
    }

    var sessionFile: [UInt8] {
        let author = #"{"Ada":{"id":"c32e0703d9735e358c11","name":"Ada"}}"#
        let head =
            #"{"format":"chatos-session","version":1,"room":"kept","epoch":"8c8e8502c4f1c4f7","#
            + #""started":1796064990347,"authors":\#(author)}"#
        var bytes = Array((head + "\n").utf8)
        for op in ops {
            bytes += Array(#"[\#(op.seq),\#(op.seq),"o","Ada","#.utf8) + op.payload + Array("]\n".utf8)
        }
        return bytes
    }

    // MARK: Maintenance

    mutating func erase(_ seq: Int) {
        for place in ops.indices where ops[place].seq == seq { ops[place].payload = [] }
    }

    mutating func compact(keeping count: Int) {
        let last = head - min(count, head)
        guard last > trimmed else { return }
        var current: [String: Int] = [:]
        for op in ops where op.seq <= last {
            if let name = names[op.seq] { current[name] = op.seq }
        }
        let kept = Set(current.values)
        ops.removeAll { $0.seq <= last && !kept.contains($0.seq) }
        trimmed = last
    }

    // MARK: As it is

    /// The ops of a room's log as they lie in the database; nil where there is no such room.
    static func ops(of room: RoomName, in connection: Connection) throws -> [Op]? {
        let find = try connection.statement("SELECT id FROM rooms WHERE name = ?1")
        defer { find.reset() }
        try find.bind(1, room.text)
        guard try find.step() else { return nil }
        let rows = try connection.statement(
            "SELECT seq, payload FROM ops WHERE key > ?1 << 40 AND key < (?1 + 1) << 40 ORDER BY key")
        defer { rows.reset() }
        try rows.bind(1, find.integer(0))
        var ops: [Op] = []
        while try rows.step() { ops.append(Op(seq: Int(rows.integer(0)), payload: rows.bytes(1))) }
        return ops
    }
}
