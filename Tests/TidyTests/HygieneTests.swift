import Testing

struct HygieneTests {
    @Test func `every text file is clean`() {
        #expect(Repository.files.count > 20)
        expectNone(Hygiene.findings(in: Repository.files))
    }

    private func messages(_ text: String, path: String = "A.swift") -> [String] {
        Hygiene.findings(in: [TextFile(path: path, text: text)]).map(\.message)
    }

    @Test func `clean text is no finding`() {
        #expect(messages("a\n\nb\n") == [])
        #expect(messages("") == [])
    }

    @Test func `white space at the end of a line is found`() {
        #expect(messages("a \n") == ["ends in white space"])
        #expect(messages("a\r\n") == ["ends in white space"])
        #expect(messages("    \n") == ["ends in white space"])
    }

    @Test func `a missing or doubled last line break is found`() {
        #expect(messages("a") == ["does not end in a line break"])
        #expect(messages("a\n\n") == ["ends in an empty line"])
    }

    @Test func `a tab is found outside a Makefile`() {
        #expect(messages("\ta\n") == ["holds a tab"])
        #expect(messages("\ta\n", path: "Makefile") == [])
    }

    @Test func `a Swift line over 110 columns is found, counted in characters`() {
        let wide = String(repeating: "é", count: 110)
        #expect(messages(wide + "\n") == [])
        #expect(messages(wide + "é\n") == ["is wider than 110 columns"])
        #expect(messages(wide + "é\n", path: "A.md") == [])
    }

    @Test func `bytes that are not UTF-8 are found`() {
        #expect(messages(String(decoding: [0x61, 0xFF, 0x0A], as: UTF8.self)) == ["is not UTF-8"])
    }
}
