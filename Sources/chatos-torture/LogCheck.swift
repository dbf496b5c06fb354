import COpenSSL
import HubProtocol
import SQLite
import Storage

/// The log as it lies in the data folder, compared with what clients sent, had acknowledged and were shown.
///
/// It reads the tables itself and computes the chain by what is documented of it, so that the hub's own code
/// is not asked whether the hub is right.
struct LogCheck {
    /// What a room's log holds.
    struct RoomLog {
        var ops: [ShownOp] = []
        /// The seqs of the current named ops as they come to a newcomer.
        var current: [Int] = []
    }

    let ledger: Ledger
    private let data: String
    private let connection: Connection

    /// A hub may be writing meanwhile.
    init(data: String, ledger: Ledger) throws {
        connection = try Connection(path: data + "/chatos.sqlite3", access: .readOnly)
        self.ledger = ledger
        self.data = data
    }

    /// Compares the log with all clients. With `settled` nobody may have been shown less than what is in it.
    ///
    /// - Returns: the ops of each room.
    @discardableResult
    func check(_ troupe: Troupe, settled: Bool) throws -> [RoomName: RoomLog] {
        try connection.begin(.deferred)
        defer { connection.rollBack() }
        var logs: [RoomName: RoomLog] = [:]
        for room in troupe.rooms {
            let log = try read(room)
            logs[room] = log
            for client in troupe.members(of: room) { compare(client, with: log, settled: settled) }
        }
        return logs
    }

    /// Has the log verified as `chatos verify` does it, which also looks at checkpoints and the current
    /// state.
    func verify(_ rooms: [RoomName]) throws {
        let snapshot = try LogSnapshot(folder: DataFolder.open(path: data, exclusive: false))
        for name in rooms {
            guard let room = try snapshot.room(named: name) else { continue }
            if let fault = try snapshot.verify(room.id).fault {
                ledger.note(.broken, "\(name.text): \(fault)")
            }
        }
    }

    // MARK: The log by itself

    private func read(_ room: RoomName) throws -> RoomLog {
        let find = try connection.statement("SELECT id, epoch FROM rooms WHERE name = ?1")
        defer { find.reset() }
        try find.bind(1, room.text)
        guard try find.step() else { return RoomLog() }
        var chain = LogCheck.digest(Array("chatos log".utf8) + Array(find.text(1).utf8))
        var reading = Reading(room: room)
        let rows = try connection.statement(
            """
            SELECT seq, at, participant, authors.name, type, ops.name, payload_hash, chain_hash, payload
            FROM ops JOIN authors ON authors.id = ops.author
            WHERE key > ?1 << 40 AND key < (?1 + 1) << 40 ORDER BY key
            """)
        defer { rows.reset() }
        try rows.bind(1, find.integer(0))
        while try rows.step() {
            let seq = reading.log.ops.count + 1
            guard rows.integer(0) == Int64(seq) else {
                ledger.note(.disordered, "\(room.text): seq \(rows.integer(0)) where \(seq) belongs")
                return reading.log
            }
            let op = ShownOp(
                at: rows.integer(1), author: Author(id: rows.text(2), name: rows.text(3)),
                payload: rows.bytes(8))
            let payloadHash = LogCheck.digest(rows.bytes(8))
            chain = LogCheck.link(after: chain, seq: seq, op, payloadHash: payloadHash)
            if payloadHash != rows.bytes(6) || chain != rows.bytes(7) {
                ledger.note(.broken, "\(room.text): the hash of seq \(seq) is not that of its op")
                return reading.log
            }
            reading.add(op, type: rows.text(4), name: rows.optionalText(5), ledger: ledger)
        }
        return reading.finished
    }

    /// What is seen of a log while its ops are read.
    private struct Reading {
        let room: RoomName
        var log = RoomLog()
        private var seen: Set<Fingerprint> = []
        private var newest: [Int: Int] = [:]
        private var current: [NamedKey: Int] = [:]

        init(room: RoomName) {
            self.room = room
        }

        mutating func add(_ op: ShownOp, type: String, name: String?, ledger: Ledger) {
            let seq = log.ops.count + 1
            if let last = log.ops.last, op.at < last.at {
                ledger.note(
                    .disordered, "\(room.text): the time of seq \(seq) is before that of the one before")
            }
            log.ops.append(op)
            if let name {
                if type == "remove" {
                    current[NamedKey(type: "upgrade", name: name)] = nil
                } else {
                    current[NamedKey(type: type, name: name)] = seq
                }
            }
            // The hub's own ops are alike.
            if type == "joined" || type == "disconnected" { return }
            guard let sent = ledger.logged[op.payload] else {
                return ledger.note(.different, "\(room.text): seq \(seq) is an op that nobody sent")
            }
            if !seen.insert(op.payload).inserted {
                ledger.note(
                    .doubled, "\(room.text): op \(sent.number) of client \(sent.client), again as \(seq)")
            }
            if let before = newest[sent.client], before >= sent.number {
                ledger.note(
                    .disordered, "\(room.text): op \(sent.number) of client \(sent.client) after op \(before)"
                )
            }
            newest[sent.client] = sent.number
        }

        /// [HI2]: tools first, each part in the order of its seqs.
        var finished: RoomLog {
            var log = log
            log.current = current.sorted { left, right in
                let (leftLast, rightLast) = (left.key.type != "upgrade", right.key.type != "upgrade")
                return leftLast == rightLast ? left.value < right.value : rightLast
            }.map(\.value)
            return log
        }
    }

    // MARK: The log and a client

    private func compare(_ client: TortureClient, with log: RoomLog, settled: Bool) {
        let lost = client.acknowledged.filter { number, seq in
            guard seq <= log.ops.count, let op = ledger.logged[log.ops[seq - 1].payload] else { return true }
            return op.client != client.number || op.number != number
        }
        for (number, seq) in lost.sorted(by: { $0.key < $1.key }) {
            client.violation(.lost, "op \(number), acknowledged with seq \(seq), is not in the log there")
        }
        let shown = client.view.ops
        if shown.count > log.ops.count {
            client.violation(.takenBack, "shown \(shown.count) ops, and the log has \(log.ops.count)")
        }
        if let seq = zip(shown, log.ops).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            client.violation(.different, "seq \(seq + 1) was shown as another op than the log has")
        }
        if settled, shown.count != log.ops.count {
            client.violation(.different, "shown \(shown.count) ops of \(log.ops.count)")
        }
    }

    // MARK: The chain

    /// Numbers are big-endian, lengths count bytes.
    private static func link(
        after chain: [UInt8], seq: Int, _ op: ShownOp, payloadHash: [UInt8]
    ) -> [UInt8] {
        var input = chain
        withUnsafeBytes(of: UInt64(seq).bigEndian) { input += $0 }
        withUnsafeBytes(of: op.at.bigEndian) { input += $0 }
        for text in [op.author.id, op.author.name] {
            withUnsafeBytes(of: UInt32(clamping: text.utf8.count).bigEndian) { input += $0 }
            input += text.utf8
        }
        return digest(input + payloadHash)
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { result, count in
            let done = EVP_Digest(bytes, bytes.count, result.baseAddress, nil, EVP_sha256(), nil)
            precondition(done == 1, "a digest in memory can't fail")
            count = 32
        }
    }
}
