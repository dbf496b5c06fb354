import Testing

@testable import chatos

struct ProgressLineTests {
    @Test func `a line is rewritten a few times a second, and cleared at the end`() {
        var line = ProgressLine(isShown: true)
        var written: [String] = []
        for now: UInt64 in stride(from: 0, through: 1_000_000_000, by: 50_000_000) {
            line.show("\(now / 1_000_000)", now: now) { written.append($0) }
        }
        line.clear { written.append($0) }
        line.clear { written.append($0) }
        #expect(written == ["0", "200", "400", "600", "800", "1000", ""])
    }

    @Test func `nothing is written where nobody looks`() {
        var line = ProgressLine(isShown: false)
        var written: [String] = []
        line.show("1", now: 0) { written.append($0) }
        line.clear { written.append($0) }
        #expect(written.isEmpty)
    }
}
