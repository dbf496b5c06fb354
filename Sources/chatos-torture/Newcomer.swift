import HubClient
import HubProtocol

/// Somebody who enters a room for the first time, is given its state, and leaves without having been seen.
enum Newcomer {
    /// Notes it when the state is not what the log makes of it; nobody may be changing it meanwhile.
    static func check(_ room: RoomName, of log: LogCheck.RoomLog, port: UInt16, ledger: Ledger) throws {
        let address = HubAddress(host: "127.0.0.1", port: port, room: room)
        let (connection, welcome) = try RoomConnection.enter(address, Hello(name: "newcomer", quiet: true))
        var state: [Int] = []
        reading: while true {
            guard let message = try connection.receive(timeoutMs: 10_000) else {
                return ledger.note(.misbehaved, "\(room.text): a newcomer's state did not come")
            }
            switch message {
            case .envelope(let envelope):
                let seq = Int(clamping: envelope.seq?.number ?? 0)
                state.append(seq)
                if !log.ops.indices.contains(seq - 1) || log.ops[seq - 1] != ShownOp(envelope) {
                    ledger.note(.different, "\(room.text): a newcomer's seq \(seq) is not the log's")
                }
            case .ready: break reading
            case .reset, .error, .done, .welcome, .document: continue
            }
        }
        connection.close()
        if welcome.head.number != UInt64(log.ops.count) || state != log.current {
            ledger.note(
                .different,
                "\(room.text): a newcomer's state is \(state) at \(welcome.head.number), and by the log "
                    + "\(log.current) at \(log.ops.count)")
        }
    }
}
