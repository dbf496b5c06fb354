import HubProtocol

/// What recognises the bytes of an op among all that a run has seen.
///
/// It holds within one run of the program only.
struct Fingerprint: Hashable {
    private let value: Int

    init(_ bytes: [UInt8]) {
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        value = hasher.finalize()
    }
}

/// What was not as it must be.
struct Violation: Equatable {
    enum Kind: String, CaseIterable {
        /// An op that was acknowledged is not in the log.
        case lost
        /// What somebody was shown is not there any more.
        case takenBack = "taken back"
        /// An op is in the log more than once.
        case doubled
        /// Ops are not in the order in which they were sent, or their seqs have a gap.
        case disordered
        /// The log's hashes do not fit its ops.
        case broken
        /// Somebody was shown something else than what the log says.
        case different
        /// The hub did not do what it must in time, or did what it must not.
        case misbehaved
    }

    let kind: Kind
    let what: String
}

/// All that clients have sent, by the bytes, and all that was found wrong.
///
/// Every op of a run has bytes of its own. It does not say what is right.
final class Ledger {
    struct SentOp {
        let client: Int
        /// Among the client's logged ops, from 1.
        let number: Int
    }

    struct Transient {
        let client: Int
        /// The client's newest logged op that was sent before.
        let behind: Int
    }

    private(set) var logged: [Fingerprint: SentOp] = [:]
    private(set) var transients: [Fingerprint: Transient] = [:]
    /// The first of them; what goes wrong once goes wrong in many places.
    private(set) var violations: [Violation] = []
    private var counts: [Violation.Kind: Int] = [:]
    private static let mostKept = 200

    func add(_ op: SentOp, _ bytes: [UInt8]) {
        logged[Fingerprint(bytes)] = op
    }

    func add(_ transient: Transient, _ bytes: [UInt8]) {
        transients[Fingerprint(bytes)] = transient
    }

    func note(_ kind: Violation.Kind, _ what: String) {
        counts[kind, default: 0] += 1
        if violations.count < Ledger.mostKept { violations.append(Violation(kind: kind, what: what)) }
    }

    /// How many there were of a kind.
    func count(_ kind: Violation.Kind) -> Int { counts[kind] ?? 0 }
}
