import HubProtocol
import Testing

@testable import chatos_bench

struct JoinCommandTests {
    @Test func `ops are ops of the size, named or not`() throws {
        for named in [true, false] {
            let bytes = JoinCommand.op(12, named: named, size: 200)
            #expect(bytes.count == 200)
            guard case .op(let op) = try MessageCodec.decode(bytes) else {
                Issue.record("no op")
                return
            }
            #expect(op.name == (named ? "n12" : nil))
            #expect(op.persist)
        }
    }
}
