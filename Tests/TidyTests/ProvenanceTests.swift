import Testing

struct ProvenanceTests {
    @Test func `no file names a place that its reader does not have`() {
        #expect(!Repository.files.isEmpty)
        expectNone(Provenance.findings(in: Repository.files))
    }

    @Test func `a path of one machine is found in any file`() {
        let file = TextFile(path: "README.md", text: "\nsee /work" + "/main\n")
        #expect(Provenance.findings(in: [file]).map(\.line) == [2])
    }

    @Test func `a registry is found, and ordinary words are not`() {
        let registry = TextFile(path: "a.sh", text: "curl pypi" + ".org\n")
        let words = TextFile(path: "a.md", text: "This work is shared; design it at work/home.\n")
        #expect(Provenance.findings(in: [registry, words]).map(\.path) == ["a.sh"])
    }
}
