import Testing

struct LengthsTests {
    @Test func `no file and no function is too long`() {
        #expect(
            Repository.files.contains { $0.isSwift } && Repository.files.contains { $0.path.hasSuffix(".js") }
        )
        expectNone(Lengths.findings(in: Repository.files))
    }

    private func lines(_ count: Int) -> String { String(repeating: "x\n", count: count) }

    private func messages(_ text: String, path: String = "A.swift") -> [String] {
        Lengths.findings(in: [TextFile(path: path, text: text)]).map(\.description)
    }

    @Test(arguments: ["A.swift", "web/a.js", "a.mjs", "a.py"])
    func `a file over 400 lines is found`(path: String) {
        #expect(messages(lines(400), path: path) == [])
        #expect(messages(lines(401), path: path) == ["\(path): has 401 lines, of at most 400"])
        #expect(messages(lines(400) + "x", path: path) == ["\(path): has 401 lines, of at most 400"])
    }

    @Test func `prose may be long`() {
        #expect(messages(lines(401), path: "A.md") == [])
    }

    @Test(arguments: [
        "func f() {", "func f<T>(_ a: [T] = { [] }()) -> some Sequence<T> where T: Hashable {",
        "init?(a: Int) throws(Failure) {", "deinit {", "subscript(a: Int) -> Int {", "var a: Int {",
        "var a = 1 { didSet {", "get {", "func `a } name`()\n{", "func f(\n    a: Int\n) {",
    ])
    func `a body over 60 lines is found`(head: String) {
        let ends = head.filter { $0 == "{" }.count - head.filter { $0 == "}" }.count
        let end = head.contains("`") ? "}" : String(repeating: "}", count: ends)
        #expect(messages("\(head)\n\(lines(60))\(end)\n") == [])
        #expect(
            messages("\n\(head)\n\(lines(61))\(end)\n") == ["A.swift:2: a body of 61 lines, of at most 60"])
    }

    @Test(arguments: [
        "protocol P { func f()\nvar a: Int { get } }\nstruct S {", "let a = B.init(1)\nenum E {",
        "protocol P { func f() -> Int\n}\nextension P {", "// func f() {",
        "let a = \"func f() {\"\nstruct S {",
        "var a: Int\nstruct S {", "let a = [", "struct S {\nvar a = [",
    ])
    func `what is no function may be long`(head: String) {
        #expect(messages("\(head)\n\(lines(61))}\n") == [])
    }
}
