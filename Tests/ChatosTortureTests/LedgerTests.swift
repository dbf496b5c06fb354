import Testing

@testable import chatos_torture

@Suite struct LedgerTests {
    @Test func `an op is known by its bytes`() {
        let ledger = Ledger()
        ledger.add(Ledger.SentOp(client: 3, number: 9), [1, 2])
        ledger.add(Ledger.Transient(client: 3, behind: 9), [1, 3])
        #expect(ledger.logged[Fingerprint([1, 2])]?.number == 9)
        #expect(ledger.transients[Fingerprint([1, 3])]?.behind == 9)
        #expect(ledger.logged[Fingerprint([2, 1])] == nil)
    }

    @Test func `violations are counted by kind, and the first are kept`() {
        let ledger = Ledger()
        ledger.note(.doubled, "twice")
        for _ in 0..<1_000 { ledger.note(.lost, "gone") }
        #expect(ledger.count(.doubled) == 1)
        #expect(ledger.count(.lost) == 1_000)
        #expect(ledger.violations.count < 1_000)
    }
}
