import Testing

@testable import Fetching

@Suite struct HostAllowanceTests {
    @Test func `a host is allowed with any port, or with the one that was named`() {
        let allowance = HostAllowance(["Internal.example", "127.0.0.1:8080", "[::1]:9"])
        #expect(allowance.contains("internal.EXAMPLE", port: "80"))
        #expect(allowance.contains("127.0.0.1", port: "8080"))
        #expect(!allowance.contains("127.0.0.1", port: "80"))
        #expect(allowance.contains("::1", port: "9"))
        #expect(!allowance.contains("::1", port: "90"))
        #expect(!allowance.contains("sub.internal.example", port: "80"))
        #expect(!HostAllowance().contains("internal.example", port: "80"))
    }
}
