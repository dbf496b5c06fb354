import HubProtocol
import Testing

@Suite struct SeqTests {
    @Test func `[OP5] seqs grow by one`() throws {
        #expect(Seq.none.next == Seq(1))
        #expect(try #require(Seq(1)) < #require(Seq(2)))
    }

    @Test func `a number from the wire beyond the largest seq is none`() {
        #expect(Seq(1 << 40) == nil)
        #expect(Seq(UInt64.max) == nil)
        #expect(Seq((1 << 40) - 1) == Seq.max)
    }
}
