import Testing

@testable import chatos

struct OneLineTests {
    @Test func `control characters become spaces, and nothing else`() {
        #expect(OneLine.of("a\n\u{1B}[2J\u{9B}b\tZoë 🎈") == "a  [2J b Zoë 🎈")
    }
}
