import Testing

struct RuleNamesTests {
    private var rules: Set<String> {
        get throws { RuleNames.rules(of: try #require(Repository.file("PROTOCOL.md")).text) }
    }

    @Test func `every rule of the protocol is in a test's name`() throws {
        #expect(try rules.count > 50)
        expectNone(RuleNames.unproved(try rules, by: RuleNames.names(in: Repository.files)))
    }

    @Test func `every id in a test's name is a rule or a case`() throws {
        expectNone(RuleNames.unknown(in: RuleNames.names(in: Repository.files), rules: try rules))
    }

    @Test func `every case from the field that can happen here is in a test's name`() {
        let names = RuleNames.names(in: Repository.files)
        expectNone(RuleNames.unproved(cases: webSocketCases, of: "W", by: names))
    }

    private func name(_ text: String, path: String = "Tests/A/BTests.swift") -> RuleNames.Name {
        RuleNames.Name(path: path, line: 1, text: text)
    }

    @Test func `rules are the ids in backquotes`() {
        #expect(
            RuleNames.rules(of: "- `[CN1]` is `[HI22]`, see [PR1]; `[W1]` and `[X]` are none") == [
                "CN1", "HI22",
            ])
    }

    @Test func `a rule without a test is found`() {
        let found = RuleNames.unproved(
            ["CN1", "CN2", "CN22"], by: [name("[CN2] a"), name("b [CN1"), name("CN22")])
        #expect(found.map(\.message) == ["no test is named by [CN1]", "no test is named by [CN22]"])
    }

    @Test(arguments: ["[CN9] a", "[W0] a", "[W64] a", "[U93] a", "[O11] a", "[F23] a", "[X1] a"])
    func `an id that is nothing is found`(text: String) {
        #expect(RuleNames.unknown(in: [name(text)], rules: ["CN1"]).count == 1)
    }

    @Test(arguments: [
        "[CN1] a", "[W63] [U1] [O10] [F22] [U01] a", "[RFC 6455 5.2] a", "CN9", "[a] b", "a[1]",
    ])
    func `what is known, and what is no id, is not`(text: String) {
        #expect(RuleNames.unknown(in: [name(text)], rules: ["CN1"]) == [])
    }

    @Test func `an id in a Python test's name is a word of it`() {
        let python = name("test_U57_CN9_a_W", path: "Tests/Browser/test_a.py")
        #expect(
            RuleNames.unknown(in: [python], rules: []).map(\.message) == [
                "[CN9] is no rule of PROTOCOL.md and no case"
            ])
    }

    @Test func `a case without a test is found`() {
        let found = RuleNames.unproved(cases: [1, 2, 12], of: "W", by: [name("[W01] a [U2]")])
        #expect(
            found.map(\.message) == [
                "no test is named by the case [W2]", "no test is named by the case [W12]",
            ])
    }

    @Test func `names are those of tests, in every language`() {
        let texts = [
            (
                "Tests/A/BTests.swift",
                "    @Test func `a`() {\n    // func b\n    \"func `c`() {}\"\n    func `d`(e: Int) {\n"
                    + "func\n    `long`(\n"
            ),
            ("Tests/Web/a.test.js", "test(\"f 'g'\", () => {\n// test(\"h\")\n  test('i', {}\n"),
            ("Tests/Browser/test_a.py", "    def test_j(self):\n    def k(self):\n"),
            ("Sources/A/B.swift", "func `l`() {\n"),
        ]
        let files = texts.map { TextFile(path: $0.0, text: $0.1) }
        #expect(RuleNames.names(in: files).map(\.text) == ["a", "d", "long", "f 'g'", "i", "test_j"])
        #expect(RuleNames.names(in: files).map(\.line) == [1, 4, 6, 1, 3, 1])
    }
}
