import Testing

@testable import YSync

struct StepBudgetTests {
    private static let limits = {
        var limits = SyncPeer.Limits()
        (limits.steps, limits.stepsPerSecond) = (1_000, 100)
        return limits
    }()

    @Test func `what is spent comes back with time, and no more than there was`() {
        var budget = StepBudget(StepBudgetTests.limits)
        #expect(budget.isLeft(atMs: 0))
        budget.spend(1_050)
        #expect(!budget.isLeft(atMs: 0) && !budget.isLeft(atMs: 500) && budget.isLeft(atMs: 520))
        budget.spend(2)
        #expect(!budget.isLeft(atMs: 520))
        #expect(budget.isLeft(atMs: 1 << 60))
        budget.spend(999)
        #expect(budget.isLeft(atMs: 1 << 60))
    }

    @Test func `a clock that was set back takes nothing away`() {
        var budget = StepBudget(StepBudgetTests.limits)
        #expect(budget.isLeft(atMs: 10_000) && budget.isLeft(atMs: 0))
        budget.spend(1_001)
        #expect(!budget.isLeft(atMs: 0) && budget.isLeft(atMs: 20))
    }
}
