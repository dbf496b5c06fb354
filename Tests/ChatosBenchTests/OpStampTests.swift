import HubProtocol
import Testing

@testable import chatos_bench

struct OpStampTests {
    private func envelope(_ op: [UInt8]) -> [UInt8] {
        Array(#"{"seq":9,"at":1,"from":{"id":"x","name":"b"},"op":"#.utf8) + op + Array("}".utf8)
    }

    private func number(_ stamp: OpStamp, _ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { stamp.number(inEnvelope: $0) }
    }

    @Test func `every op has the size, is an op and has its number for an id`() throws {
        let stamp = try OpStamp(client: 7, size: 200)
        for place in [0, 1, 99_999_999] {
            #expect(stamp[place].count == 200)
            guard case .op(let op) = try MessageCodec.decode(stamp[place]) else {
                Issue.record("no op")
                return
            }
            #expect(op.persist)
            #expect(op.id.flatMap { Int($0) } == place)
        }
    }

    @Test func `a client knows its own ops in their envelopes, and no others`() throws {
        let own = try OpStamp(client: 7, size: 120)
        let other = try OpStamp(client: 17, size: 120)
        #expect(number(own, envelope(own[1_234])) == 1_234)
        #expect(number(own, envelope(other[1_234])) == nil)
        #expect(number(own, Array(#"{"hub":"ready","seq":1}"#.utf8)) == nil)
        #expect(number(own, []) == nil)
    }

    @Test func `a size that can't tell the sender is refused`() {
        #expect(throws: Failure.self) { try OpStamp(client: 1, size: 40) }
    }
}
