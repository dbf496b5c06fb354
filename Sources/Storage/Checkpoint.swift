internal import HubProtocol

/// The state of a room right after an op, as it is stored: which ops were current, and who was present.
///
/// It holds no payloads: a current op's row stays as long as a checkpoint names it.
struct Checkpoint: Hashable, Sendable {
    /// The encoding below; a later program may add others.
    static let version: Int64 = 1

    let seq: Seq
    /// In their order.
    let current: [Seq]
    /// Rows of `authors`, in the order of coming.
    let present: [Int64]

    init(seq: Seq, current: [Seq], present: [Int64]) {
        self.seq = seq
        self.current = current
        self.present = present
    }

    /// After this many more ops the next one is worth its bytes: seeking reads at most about so many rows, or
    /// twice as many as the state has anyway.
    static func interval(current: Int) -> UInt64 {
        UInt64(max(1_000, 2 * current))
    }

    // MARK: Bytes

    /// Two lists, each a count and its numbers in LEB128; seqs as differences, so that most take a byte or
    /// two.
    var state: [UInt8] {
        var out: [UInt8] = []
        Checkpoint.append(UInt64(current.count), to: &out)
        var last: UInt64 = 0
        for seq in current {
            Checkpoint.append(seq.number - last, to: &out)
            last = seq.number
        }
        Checkpoint.append(UInt64(present.count), to: &out)
        for author in present { Checkpoint.append(UInt64(bitPattern: author), to: &out) }
        return out
    }

    /// Nil when the bytes are not what ``state`` writes.
    init?(seq: Seq, state: [UInt8]) {
        var rest = state[...]
        guard let count = Checkpoint.number(&rest), count <= rest.count else { return nil }
        var current: [Seq] = []
        var last: UInt64 = 0
        for _ in 0..<count {
            guard let step = Checkpoint.number(&rest), step > 0, step <= seq.number - last,
                let next = Seq(last + step)
            else { return nil }
            current.append(next)
            last = next.number
        }
        guard let others = Checkpoint.number(&rest), others <= rest.count else { return nil }
        var present: [Int64] = []
        for _ in 0..<others {
            guard let author = Checkpoint.number(&rest) else { return nil }
            present.append(Int64(bitPattern: author))
        }
        guard rest.isEmpty else { return nil }
        self.init(seq: seq, current: current, present: present)
    }

    private static func append(_ number: UInt64, to out: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            out.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        out.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            // The tenth byte has room for one bit.
            guard shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }
}

/// The hash of a room's state, fed entry by entry ([HC5]).
///
/// It is confined to the thread that uses it, and takes one state at a time.
final class StateHash {
    private let digest = SHA256()

    func begin(seq: Seq, current: Int) {
        var input = HashInput()
        input.add(Array("chatos state 1".utf8))
        input.add(seq.number)
        input.add(UInt32(clamping: current))
        digest.begin()
        digest.add(input.bytes)
    }

    /// The current ops come in the order of their seqs.
    func add(_ seq: Seq, at: Int64, by author: Author, payloadHash: [UInt8]) {
        var input = HashInput()
        input.add(seq, at: at, by: author, payloadHash: payloadHash)
        digest.add(input.bytes)
    }

    func finish(present: [Author]) -> [UInt8] {
        var input = HashInput()
        input.add(UInt32(clamping: present.count))
        for author in present { input.add(author) }
        digest.add(input.bytes)
        return digest.finish()
    }
}
