import Testing

@testable import YCRDT

struct ContentBytesTests {
    private func text(_ contents: ContentBytes, _ item: Item) -> String {
        String(decoding: contents.buffer(of: item), as: UTF8.self)
    }

    private func item() -> Item { Item(id: Ref(client: 0, clock: 0), length: 1, kind: .string) }

    @Test func `two contents that grow in turn stay apart, and grow by doubling`() {
        var contents = ContentBytes()
        defer { contents.deallocate() }
        var one = item()
        var two = item()
        contents.store(Array("1".utf8), 1, in: &one)
        contents.store(Array("2".utf8), 1, in: &two)
        for _ in 0..<999 {
            contents.extend(&one, by: Array("1".utf8), 1)
            contents.extend(&two, by: Array("2".utf8), 1)
        }
        #expect(text(contents, one) == String(repeating: "1", count: 1000))
        #expect(text(contents, two) == String(repeating: "2", count: 1000))
        #expect(contents.count < 10_000)
    }

    @Test func `neighbours are joined where they are, others are copied`() {
        var contents = ContentBytes()
        defer { contents.deallocate() }
        var items = (0..<3).map { _ in item() }
        for index in 0..<3 { contents.store(Array("ab\(index)".utf8), 3, in: &items[index]) }
        contents.join(&items[0], items[1])
        #expect(text(contents, items[0]) == "ab0ab1" && contents.wasted == 0)
        var last = items[2]
        contents.join(&last, items[0])
        #expect(text(contents, last) == "ab2ab0ab1" && contents.wasted == 6)
    }
}
