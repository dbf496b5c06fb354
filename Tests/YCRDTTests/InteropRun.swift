import TestSupport
import YCRDT

/// A run of replicas that edit at once over a network that loses, doubles and reorders.
struct InteropRun {
    struct Divergence: Error, CustomStringConvertible {
        var seed: UInt64
        var what: String
        var description: String { "seed \(seed): \(what)" }
    }

    let seed: UInt64
    private var random: SeededGenerator
    private var edits: RandomEdits
    private var replicas: [any Replica] = []
    /// What is under way to each.
    private var mail: [[[UInt8]]]
    private var history: [String] = []

    /// - Parameter peers: those that are installed; each replica is one of theirs or of ours, and one is
    ///   ours.
    init(seed: UInt64, peers: [(kind: Peer.Kind, peer: Peer)]) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        let count = 2 + random.below(5)
        let ours = random.below(count)
        var usesPycrdt = false
        for number in 0..<count {
            let client = 1 + number * 1000 + random.below(1000)
            let choice = random.below(peers.count + 1)
            if number == ours || choice == peers.count {
                replicas.append(OwnReplica(number: number, client: client))
            } else {
                let (kind, peer) = peers[choice]
                if kind == .pycrdt { usesPycrdt = true }
                replicas.append(try PeerReplica(peer, kind, number: number, client: client))
            }
        }
        mail = Array(repeating: [], count: count)
        let cuts = random.chance(40) && !usesPycrdt
        edits = RandomEdits(random: SeededGenerator(seed: seed ^ 0x5EED), cutsPairs: cuts)
    }

    mutating func run(steps: Int) throws {
        for _ in 0..<steps {
            let from = random.below(replicas.count)
            if random.chance(60) {
                let edits = edits.edits()
                for update in try replicas[from].edit(edits) { send(update, from: from) }
            } else if random.chance(85) {
                try deliver(to: from)
            } else {
                try sync(from, random.below(replicas.count))
            }
        }
        try heal()
        try compare()
    }

    private mutating func send(_ update: [UInt8], from sender: Int) {
        for receiver in replicas.indices where receiver != sender {
            if random.chance(10) { continue }
            mail[receiver].append(update)
            if random.chance(10) { mail[receiver].append(update) }
        }
    }

    private mutating func deliver(to receiver: Int) throws {
        for _ in 0..<1 + random.below(4) where !mail[receiver].isEmpty {
            let place = random.chance(70) ? 0 : random.below(mail[receiver].count)
            try replicas[receiver].apply(mail[receiver].remove(at: place))
        }
    }

    private func sync(_ one: Int, _ other: Int) throws {
        guard one != other else { return }
        let vector = try replicas[one].state().vector
        try replicas[one].apply(try replicas[other].full(from: vector))
    }

    private mutating func heal() throws {
        for receiver in mail.indices {
            for update in mail[receiver] where random.chance(50) { try replicas[receiver].apply(update) }
        }
        // To the first from all, and from it to all.
        for other in replicas.indices.dropFirst() { try sync(0, other) }
        for other in replicas.indices.dropFirst() { try sync(other, 0) }
    }

    private func compare() throws {
        let first = try replicas[0].state()
        for other in replicas.dropFirst() {
            let state = try other.state()
            let names = "\(replicas[0].name) and \(other.name)"
            guard state.vector == first.vector else {
                throw Divergence(
                    seed: seed, what: "\(names) have the vectors \(first.vector), \(state.vector)")
            }
            for root in ["text", "map", "array", "xml"] where state.dump[root] != first.dump[root] {
                let texts = [first, state].map { $0.dump[root]?.json ?? "nothing" }
                throw Divergence(seed: seed, what: "\(names) have \(root)\n\(texts[0])\n\(texts[1])")
            }
        }
    }
}
