import Testing

struct MirroringTests {
    @Test func `every source file has its test file`() {
        let files = Repository.files
        #expect(
            files.contains { $0.path.hasPrefix("Sources/") } && files.contains { $0.path.hasPrefix("Tests/") }
        )
        expectNone(Mirroring.sourcesWithoutTests(in: files, exceptions: mirroringExceptions))
    }

    @Test func `every test file has its source file`() {
        expectNone(Mirroring.testsWithoutSources(in: Repository.files, targets: layers.map(\.name)))
    }

    private let source = TextFile(path: "Sources/chatos/Deep/Plan.swift", text: "")
    private let test = TextFile(path: "Tests/ChatosTests/PlanTests.swift", text: "@Test func a() {}")

    @Test func `a source file and its test file are no finding, whatever their folders`() {
        #expect(Mirroring.sourcesWithoutTests(in: [source, test], exceptions: []) == [])
        #expect(Mirroring.testsWithoutSources(in: [source, test], targets: ["chatos"]) == [])
    }

    @Test func `a source file without a test file is found`() {
        let stranger = TextFile(path: "Tests/OtherTests/PlanTests.swift", text: "")
        #expect(
            Mirroring.sourcesWithoutTests(in: [source, stranger], exceptions: [])
                == [Finding(source.path, "has no test file Tests/ChatosTests/PlanTests.swift")])
    }

    @Test func `an exception excuses its file alone`() {
        let other = TextFile(path: "Sources/chatos/Other.swift", text: "")
        let found = Mirroring.sourcesWithoutTests(
            in: [source, other], exceptions: [.init(source.path, "it is a plan")])
        #expect(found.map(\.path) == [other.path])
    }

    @Test func `an exception that is not needed is found, and so is one for a file that is gone`() {
        let found = Mirroring.sourcesWithoutTests(
            in: [source, test],
            exceptions: [.init(source.path, "it was a plan"), .init("Sources/chatos/Gone.swift", "it was")])
        #expect(found.map(\.path) == [source.path, "Sources/chatos/Gone.swift"])
    }

    @Test func `an exception without a reason is found`() {
        let found = Mirroring.sourcesWithoutTests(in: [source], exceptions: [.init(source.path, "")])
        #expect(found == [Finding(source.path, "an exception needs a reason")])
    }

    @Test func `a test file without a source file is found`() {
        #expect(
            Mirroring.testsWithoutSources(in: [test], targets: ["chatos"])
                == [Finding(test.path, "tests no source file of its target")])
    }

    @Test func `a test target that mirrors nothing may name its files as it likes`() {
        #expect(Mirroring.testsWithoutSources(in: [test], targets: ["Other"]) == [])
    }

    @Test func `a test file without a test is found`() {
        let empty = TextFile(path: test.path, text: "// @Test\n")
        #expect(
            Mirroring.testsWithoutSources(in: [source, empty], targets: ["chatos"])
                == [Finding(test.path, "holds no test")])
    }

    @Test func `tests in a file that is not named so are found, and what only serves tests is not`() {
        let hidden = TextFile(path: "Tests/ChatosTests/Plan.swift", text: "@Test func a() {}")
        let support = TextFile(path: "Tests/ChatosTests/Sample.swift", text: "let a = \"@Test\"")
        #expect(
            Mirroring.testsWithoutSources(in: [hidden, support], targets: ["chatos"])
                == [Finding(hidden.path, "holds tests, so its name must end in Tests")])
    }
}
