import Testing

@testable import YCRDT

struct KeyTableTests {
    @Test func `texts that look alike are two keys, as in JavaScript`() {
        var keys = KeyTable()
        let composed = keys.index(of: Array("é".utf8))
        let decomposed = keys.index(of: Array("e\u{301}".utf8))
        #expect(composed != decomposed)
        #expect(keys.index(of: Array("é".utf8)) == composed)
        #expect(keys.known("é") == composed && keys.known("e") == nil)
        #expect(keys.string(decomposed).utf8.count == 3 && keys.bytes == 5)
    }
}
