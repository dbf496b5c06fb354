/// The texts that name root types and entries, each once.
///
/// They are compared as bytes: two texts that look alike are two, as in JavaScript.
struct KeyTable {
    private var indices: [[UInt8]: KeyIndex] = [:]
    private(set) var texts: [[UInt8]] = []
    private(set) var bytes = 0

    mutating func index(of text: UnsafeBufferPointer<UInt8>) -> KeyIndex {
        index(of: Array(text))
    }

    mutating func index(of text: [UInt8]) -> KeyIndex {
        if let known = indices[text] { return known }
        let index = KeyIndex(texts.count)
        indices[text] = index
        texts.append(text)
        bytes += text.count
        return index
    }

    func known(_ text: String) -> KeyIndex? {
        indices[Array(text.utf8)]
    }

    func string(_ index: KeyIndex) -> String {
        String(decoding: texts[Int(index)], as: UTF8.self)
    }
}
