import HubProtocol
import Testing
import Trials

@testable import chatos_torture

@Suite struct OpTextTests {
    @Test func `every op is taken by the hub's own codec, and no two are alike`() throws {
        var chance = Chance(seed: 1)
        var seen: Set<[UInt8]> = []
        var types: Set<String> = []
        for number in 1...300 {
            let bytes = OpText(client: 1, number: number).logged(using: &chance)
            guard case .op(let op) = try MessageCodec.decode(bytes.span.bytes) else {
                Issue.record("no op: \(String(decoding: bytes, as: UTF8.self))")
                continue
            }
            #expect(op.id == "\(number)" && op.persist)
            types.insert(op.type)
            seen.insert(bytes)
        }
        #expect(seen.count == 300)
        #expect(types == ["comment", "note", "upgrade", "remove", "constructor"])
    }

    @Test func `a transient op is one`() throws {
        var chance = Chance(seed: 1)
        let bytes = OpText(client: 1, number: 4).transient(2, using: &chance)
        guard case .op(let op) = try MessageCodec.decode(bytes.span.bytes) else { throw Unwelcome() }
        #expect(!op.persist && op.id == nil)
    }

    private struct Unwelcome: Error {}
}
