import Testing

struct BannedCallsTests {
    @Test func `the sources hold no banned call`() {
        let sources = Repository.files(under: "Sources")
        #expect(!sources.isEmpty)
        expectNone(BannedCalls.calls(in: sources))
    }

    private func findings(in line: String) -> [Finding] {
        BannedCalls.calls(in: [TextFile(path: "Sources/A/B.swift", text: "\n" + line + "\n")])
    }

    @Test(arguments: [
        "print(1)", "Swift.print (1)", "debugPrint(a)", "dump(a)", "NSLog(a)", "fatalError()",
        "let a = try! b()", "let a = b as! C", "log(\"a \\(b as! C)\")", "if a { print() }",
    ])
    func `a banned call is found`(line: String) {
        #expect(findings(in: line).map(\.line) == [2])
    }

    @Test(arguments: [
        "// print(1)", "/* try! */", "let a = \"print(1) as! fatalError()\"", "let a = try !b()",
        "sprint(1)", "printed(1)", "let a = try? b()", "let a = b as? C", "func `print(x)`() {}",
        "prints.print",
    ])
    func `what only looks like one is not`(line: String) {
        #expect(findings(in: line) == [])
    }

    @Test func `tests and scripts may print`() {
        #expect(BannedCalls.calls(in: [TextFile(path: "Tests/ATests/B.swift", text: "print(1)")]) == [])
    }
}
