import HubProtocol
import Testing

@testable import Storage

@Suite struct CheckpointTests {
    private static let samples = [
        Checkpoint(seq: seq(5), current: [], present: []),
        Checkpoint(seq: seq(300), current: [seq(1), seq(2), seq(130), seq(300)], present: [1, 200, 3]),
        Checkpoint(seq: .max, current: [seq(1), .max], present: [.max]),
    ]

    @Test(arguments: samples)
    func `a state comes back as it was written`(_ checkpoint: Checkpoint) {
        #expect(Checkpoint(seq: checkpoint.seq, state: checkpoint.state) == checkpoint)
    }

    @Test(arguments: samples)
    func `a state that is cut, or has more behind it, is none`(_ checkpoint: Checkpoint) {
        let state = checkpoint.state
        for length in 0..<state.count {
            #expect(Checkpoint(seq: checkpoint.seq, state: Array(state[..<length])) == nil)
        }
        #expect(Checkpoint(seq: checkpoint.seq, state: state + [0]) == nil)
    }

    @Test(arguments: [
        [1, 0, 0],  // a seq twice, or none
        [1, 6, 0],  // beyond the checkpoint
        [2, 5, 1, 0],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0],  // more than there is
        [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02, 0],  // no 64-bit number
        [1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01, 0],
    ])
    func `a damaged state is none, and traps nobody`(_ state: [UInt8]) {
        #expect(Checkpoint(seq: seq(5), state: state) == nil)
    }

    @Test func `[HC5] a state's hash is that of the recipe`() {
        let hash = StateHash()
        hash.begin(seq: seq(4), current: 2)
        let digest = SHA256()
        for op in ChainVectors.ops[1...2] {
            hash.add(op.seq, at: op.at, by: op.author, payloadHash: digest.hash(op.payload.bytes))
        }
        let state = hash.finish(present: [ada])
        #expect(hex(state) == "68bd2113c4413fca5335d64f25c7ebddbf04158ef288ca9211a0d80a6709805f")
        let base = ChainHash(
            former: [UInt8](repeating: 7, count: 32), seq: seq(4), at: 1_790_000_001_000, state: state,
            documents: [], by: digest)
        #expect(hex(base.bytes) == "4fd8e9b64a0560a0449167e20e021276a38fbafdd01daf5886f20cdd24d8894e")
    }

    @Test func `a checkpoint is worth its bytes after a thousand ops, or twice as many as are current`() {
        #expect(Checkpoint.interval(current: 0) == 1_000)
        #expect(Checkpoint.interval(current: 10_000) == 20_000)
    }
}
