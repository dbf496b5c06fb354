import Testing

@testable import YSync

struct StepBudgetTests {
    private static let limits = {
        var limits = SyncPeer.Limits()
        (limits.steps, limits.stepsPerSecond) = (1_000, 100)
        return limits
    }()

    /// What the budget says at some moments, one after the other.
    private func says(_ budget: inout StepBudget, at moments: Int64...) -> [Bool] {
        moments.map { budget.isLeft(atMs: $0) }
    }

    @Test func `what is spent comes back with time, and no more than there was`() {
        var budget = StepBudget(StepBudgetTests.limits)
        #expect(says(&budget, at: 0) == [true])
        budget.spend(1_050)
        #expect(says(&budget, at: 0, 500, 520) == [false, false, true])
        budget.spend(2)
        #expect(says(&budget, at: 520, 1 << 60) == [false, true])
        budget.spend(999)
        #expect(says(&budget, at: 1 << 60) == [true])
        budget.spend(1)
        #expect(says(&budget, at: 1 << 60) == [false])
    }

    @Test func `a clock that was set back takes nothing away`() {
        var budget = StepBudget(StepBudgetTests.limits)
        #expect(says(&budget, at: 10_000, 0) == [true, true])
        budget.spend(1_001)
        #expect(says(&budget, at: 0, 20) == [false, true])
    }
}
