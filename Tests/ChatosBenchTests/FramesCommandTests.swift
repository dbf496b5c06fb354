import Testing

@testable import chatos_bench

struct FramesCommandTests {
    @Test func `a payload is whole letters, to the byte`() {
        #expect(FramesCommand.payload(size: 5, letter: "\u{436}") == Array("\u{436}\u{436} ".utf8))
        #expect(FramesCommand.payload(size: 3, letter: "\u{1F600}") == Array("   ".utf8))
        #expect(FramesCommand.payload(size: 300, letter: "").count == 300)
    }
}
