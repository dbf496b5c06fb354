import Testing

@testable import chatos

struct ProgressBarTests {
    @Test func `a bar fills from left to right`() {
        #expect(
            ProgressBar.text("writing", 0, of: 200, "ops")
                == "writing [..............................] 0 %, 0 of 200 ops")
        #expect(
            ProgressBar.text("writing", 100, of: 200, "ops")
                == "writing [###############...............] 50 %, 100 of 200 ops")
        #expect(ProgressBar.text("a", 200, of: 200, "x").contains("[##############################] 100 %"))
        #expect(ProgressBar.text("a", .max, of: 1, "x").contains("[##############################] 100 %"))
    }

    @Test func `where the end is not known it counts`() {
        #expect(ProgressBar.text("reading", 7, of: 0, "bytes") == "reading: 7 bytes")
    }
}
