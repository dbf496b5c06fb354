import Foundation
import Testing
import YCRDT

/// Runs with other implementations. `INTEROP_SEEDS=1-2000` runs those seeds, `PYCRDT_PYTHON` names the Python
/// that has pycrdt.
@Suite(.serialized)
struct YDocInteropTests {
    private static let installed = Peer.Kind.allCases.filter(Peer.isInstalled)

    private static var seeds: ClosedRange<UInt64> {
        let parts = ProcessInfo.processInfo.environment["INTEROP_SEEDS"]?.split(separator: "-").compactMap {
            UInt64($0)
        }
        guard let parts, let first = parts.first, let last = parts.last, first <= last else { return 1...100 }
        return first...last
    }

    @Test(.enabled(if: installed.count == Peer.Kind.allCases.count, "node-yjs or pycrdt is not installed"))
    func `random edits of mixed implementations converge, whatever the network does`() throws {
        let peers = try Peer.Kind.allCases.map { (kind: $0, peer: try #require(Peer($0))) }
        for seed in Self.seeds {
            do {
                var run = try InteropRun(seed: seed, peers: peers)
                try run.run(steps: 60)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test func `random edits of our own replicas converge, whatever the network does`() throws {
        for seed in Self.seeds {
            var run = try InteropRun(seed: seed, peers: [])
            try run.run(steps: 80)
        }
    }
}
