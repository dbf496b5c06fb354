import Testing

struct SwiftCodeTests {
    @Test(arguments: [
        ("let a = 1 // print(1)", "let a = 1            "),
        ("a /* b /* c */ d */ e", "a                   e"),
        (#"f("x") + y"#, #"f(" ") + y"#),
        (#"f("\"x")"#, #"f("   ")"#),
        (#"f("a\(g("b") as! C)d")"#, #"f("  (g(" ") as! C) ")"#),
        (##"f(#"a\(b"c"#) + d"##, ##"f(#"      "#) + d"##),
        (##"f(#"a\#(b)c"#)"##, ##"f(#"   (b) "#)"##),
        ("f(\"\"\"\n  \"x\" y\n  \"\"\") + z", "f(\"\"\"\n       \n  \"\"\") + z"),
        ("func `try! print(x)`() {}", "func                () {}"),
        ("\"open\nlet b = 2", "\"    \nlet b = 2"),
    ])
    func `comments, string contents and raw identifiers are blanked in place`(
        source: String, expected: String
    ) {
        #expect(SwiftCode(source).text == expected)
    }

    @Test(arguments: ["", "\"", "\"\\", "/*", "/* /*", "`", "#", "#\"", "\"\"\"", "\"\\(", "//"])
    func `source that ends in the middle of anything is scanned to its end`(source: String) {
        #expect(SwiftCode(source).bytes.count == source.utf8.count)
    }

    @Test func `words come with what follows them`() {
        let words = SwiftCode.words(in: "try! f(a_1)")
        #expect(words.map(\.word) == ["try", "f", "a_1"])
        #expect(words.map(\.rest) == ["! f(a_1)", "(a_1)", ")"])
    }
}
