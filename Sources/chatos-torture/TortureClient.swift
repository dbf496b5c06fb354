import HubClient
import HubProtocol
import Trials

/// A client that keeps what it has sent until it is acknowledged, comes back after every end, and remembers
/// all that it was shown.
///
/// It judges what it is shown by PROTOCOL.md as it comes; the log is compared with it by ``LogCheck``.
final class TortureClient {
    struct Unsent {
        let number: Int
        let bytes: [UInt8]
    }

    let number: Int
    let room: RoomName
    let isQuiet: Bool
    private(set) var name: String
    private(set) var connection: RoomConnection?
    /// The state or the missed ops have come.
    private(set) var isReady = false
    private(set) var view = RoomView()
    private(set) var outbox: [Unsent] = []
    /// The seqs with which its ops were acknowledged.
    private(set) var acknowledged: [Int: Int] = [:]
    /// The code of the close that ended the connection before this one.
    private(set) var closeCode: UInt16?
    private(set) var connections = 0
    private(set) var transientsShown = 0
    private(set) var replayed = 0

    /// What has been sent and may be sent again; its newest ops alone.
    private var sent: [Unsent] = []
    private var made = 0
    private var pulses = 0
    private var isPresent = false
    private var token: String?
    private var participant: String?
    private var epoch: String?
    /// The newest op of each client that was shown.
    private var newest: [Int: Int] = [:]
    private let ledger: Ledger

    init(number: Int, room: RoomName, isQuiet: Bool, ledger: Ledger) {
        self.number = number
        self.room = room
        self.isQuiet = isQuiet
        self.ledger = ledger
        name = "client \(number)"
    }

    var isSettled: Bool { isReady && outbox.isEmpty }

    func violation(_ kind: Violation.Kind, _ what: String) {
        ledger.note(kind, "client \(number) in \(room.text): \(what)")
    }
}

// MARK: - Coming and going

extension TortureClient {
    /// Enters the room and sends what was never acknowledged; false when the hub can't be reached.
    func connect(port: UInt16) -> Bool {
        let address = HubAddress(host: "127.0.0.1", port: port, room: room)
        do throws(HubClientError) {
            if epoch == nil {
                // A newcomer is given the state alone; this learns which log it is, to ask for all of it.
                let (door, welcome) = try RoomConnection.enter(address, Hello(name: name, quiet: true))
                door.close()
                epoch = welcome.epoch
                token = welcome.token
                participant = welcome.you.id
            }
            let resume = Resume(after: Seq(UInt64(view.head)) ?? .none, epoch: epoch)
            let hello = Hello(
                name: name, client: "outbox \(number)", token: token, resume: resume, quiet: isQuiet)
            let (connection, welcome) = try RoomConnection.enter(address, hello)
            self.connection = connection
            connections += 1
            isReady = false
            isPresent = false
            check(welcome)
            for op in outbox { try connection.send(op.bytes) }
            return true
        } catch {
            lose(error)
            return false
        }
    }

    /// The connection is cut, as by a network that fails.
    func drop() {
        connection = nil
        isReady = false
    }

    func rename(_ name: String) {
        self.name = name
        drop()
    }

    private func lose(_ error: HubClientError) {
        if case .closed(let code, _) = error { closeCode = code }
        if case .broken(let what) = error { violation(.misbehaved, what) }
        drop()
    }

    func forgetCloseCode() {
        closeCode = nil
    }

    private func check(_ welcome: Welcome) {
        if welcome.epoch != epoch { violation(.takenBack, "the log is another one: the room was made anew") }
        if welcome.you.id != participant { violation(.takenBack, "the hub no longer knows its own token") }
        if welcome.head.number < UInt64(view.head) {
            violation(.takenBack, "shown \(view.head) ops, and the hub has \(welcome.head.number)")
        }
    }
}

// MARK: - Saying

extension TortureClient {
    /// Makes an op for the log, keeps it, and sends it when there is a connection.
    func say(using generator: inout Chance) {
        made += 1
        let op = Unsent(
            number: made, bytes: OpText(client: number, number: made).logged(using: &generator))
        ledger.add(Ledger.SentOp(client: number, number: made), op.bytes)
        outbox.append(op)
        sent.append(op)
        // The hub recognises the room's newest 10,000; a few of one client's are surely among them.
        if sent.count > 20 { sent.removeFirst() }
        send(op.bytes)
    }

    func pulse(using generator: inout Chance) {
        guard connection != nil else { return }
        pulses += 1
        let bytes = OpText(client: number, number: made).transient(pulses, using: &generator)
        ledger.add(Ledger.Transient(client: number, behind: made), bytes)
        send(bytes)
    }

    /// Sends an op again, acknowledged or not.
    func sayAgain(using generator: inout Chance) {
        if let op = sent.randomElement(using: &generator) { send(op.bytes) }
    }

    func announce() {
        guard isQuiet, isReady else { return }
        isPresent.toggle()
        send(ClientMessageEncoder.announce(present: isPresent))
    }

    func ask() {
        guard isReady else { return }
        send(Array(#"{"type":"replay","history":true,"limit":50}"#.utf8))
        send(Array(#"{"type":"rollcall"}"#.utf8))
    }

    private func send(_ bytes: [UInt8]) {
        guard let connection else { return }
        do {
            try connection.send(bytes)
        } catch {
            // What was read before is still to be heard; the end is told after it.
        }
    }
}

// MARK: - Hearing

extension TortureClient {
    /// Takes all that has been read.
    func hear() {
        guard let connection else { return }
        do throws(HubClientError) {
            while let message = try connection.next() { hear(message) }
        } catch {
            lose(error)
        }
    }

    private func hear(_ message: ServerMessage) {
        switch message {
        case .ready: isReady = true
        case .reset(let reason, _, let head):
            violation(
                .takenBack, "can't resume after \(view.head) (\(reason.rawValue)); the head is \(head.number)"
            )
            drop()
        case .error(let error):
            // After a failure of the disk the room is gone for what its members still had under way.
            if error.code != .noHello { violation(.misbehaved, "\(error.code.rawValue): \(error.message)") }
        case .envelope(let envelope): hear(envelope)
        case .welcome, .done, .document: break
        }
    }

    private func hear(_ envelope: Envelope) {
        let fingerprint = Fingerprint(envelope.payload.bytes)
        guard let seq = envelope.seq.map({ Int(clamping: $0.number) }) else {
            return hearTransient(fingerprint)
        }
        if envelope.isReplay { replayed += 1 }
        switch view.show(ShownOp(envelope), at: seq) {
        case .isNext where envelope.isReplay: violation(.disordered, "a replay of seq \(seq) before its time")
        case .isNext, .isKnown: break
        case .isDifferent: violation(.different, "seq \(seq) was another op before")
        case .leavesGap: violation(.disordered, "seq \(seq) after \(view.head)")
        }
        guard let op = ledger.logged[fingerprint] else { return }
        newest[op.client] = max(newest[op.client] ?? 0, op.number)
        guard op.client == number, !envelope.isReplay else { return }
        if let first = acknowledged[op.number], first != seq {
            violation(.doubled, "op \(op.number) has seq \(first), and again \(seq)")
        }
        acknowledged[op.number] = seq
        outbox.removeAll { $0.number == op.number }
    }

    private func hearTransient(_ fingerprint: Fingerprint) {
        // An answer to a roll-call is nobody's op.
        guard let transient = ledger.transients[fingerprint] else { return }
        transientsShown += 1
        // [OP6]
        if newest[transient.client] ?? 0 < transient.behind {
            violation(
                .disordered,
                "a transient op of client \(transient.client) overtook its op \(transient.behind)")
        }
    }
}
