import TestSupport
import Testing

@testable import WebSocket

struct ExtensionListTests {
    private typealias Element = ExtensionList.Element

    private static func parse(_ values: String...) -> [Element] {
        ExtensionList(values).elements
    }

    private static func element(_ name: String, _ parameters: (String, String?)...) -> Element {
        Element(name: name, parameters: parameters.map { .init(name: $0.0, value: $0.1) })
    }

    @Test func `[RFC 6455 9.1] elements of all occurrences come in order, with their parameters`() {
        #expect(
            Self.parse("a; b; c=1 ,d", "", "\te;f = g") == [
                Self.element("a", ("b", nil), ("c", "1")), Self.element("d"), Self.element("e", ("f", "g")),
            ])
    }

    @Test func `[RFC 6455 9.1] a value may be quoted, and is a token then too`() {
        let quoted = #"a; b="15"; c="\1\2", d"#
        #expect(Self.parse(quoted) == [Self.element("a", ("b", "15"), ("c", "12")), Self.element("d")])
        for value in [#"a; b="1,5", d"#, #"a; b="1 5", d"#, #"a; b="", d"#, #"a; b="x\", d", d"#] {
            #expect(Self.parse(value) == [Self.element("d")], "\(value)")
        }
    }

    @Test(arguments: [
        "a;", "a;;b", ";b", "a; =1", "a; b=", "a b", "a; b c", "a; b=1 2", #"a; b="1"2"#, "a@", "a; b=1=2",
        "ä",
        "a; \"b\"", #"a; b="1\"#, #"a; b="1"#,
    ])
    func `[W16] what breaks the grammar is left out, and what follows it isn't`(broken: String) {
        #expect(Self.parse(broken) == [])
        // An open quote takes all that follows it.
        let isOpen = broken.utf8.count { $0 == UInt8(ascii: "\"") } % 2 == 1
        #expect(Self.parse(broken + ", d") == (isOpen ? [] : [Self.element("d")]))
        #expect(Self.parse("d," + broken) == [Self.element("d")])
    }

    @Test func `[W16] no input traps`() {
        let alphabet = Array(#"a,;="\ "#.utf8) + [0, 0xFF]
        var random = Seeded(state: 1)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &random)
            let bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
            let elements = ExtensionList([String(decoding: bytes, as: UTF8.self)]).elements
            if elements.contains(where: { $0.name.isEmpty }) { Issue.record("\(bytes)") }
        }
    }
}
