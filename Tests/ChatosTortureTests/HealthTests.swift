import Testing

@testable import chatos_torture

@Suite struct HealthTests {
    @Test func `where nobody answers there is no status`() {
        // Port 1 takes root to listen on.
        #expect(Health.status(port: 1) == nil)
    }
}
