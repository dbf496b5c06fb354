import Testing

@testable import chatos

struct ArgumentsTests {
    private static let command = Command(
        name: "do", operands: ["THING"], summary: "does a thing",
        options: [
            Command.Option(name: "--to", value: "PLACE", help: "where", isRequired: true),
            Command.Option(name: "--also", value: "X", help: "what else", repeats: true),
            Command.Option(name: "--fast", value: nil, help: "quickly"),
        ], run: { _ in })

    private func read(_ words: [String]) throws -> Arguments {
        try Arguments(words, of: ArgumentsTests.command)
    }

    @Test(arguments: [
        ["x", "--to", "y"], ["--to", "y", "x"], ["--to=y", "x"], ["--to=y", "--", "x"],
    ])
    func `an option stands anywhere, in either form`(words: [String]) throws {
        let arguments = try read(words)
        #expect(arguments.operands == ["x"] && arguments.value("--to") == "y")
        #expect(!arguments.has("--fast") && arguments.all("--also").isEmpty)
    }

    @Test func `a repeated option keeps all its values, and a value may be anything`() throws {
        let arguments = try read(["--to=", "--also", "--fast", "--also=a=b", "--fast", "--", "--to"])
        #expect(arguments.all("--also") == ["--fast", "a=b"])
        #expect(arguments.value("--to") == "" && arguments.has("--fast"))
        #expect(arguments.operands == ["--to"])
    }

    @Test func `an operand in brackets may be absent`() throws {
        let command = Command(
            name: "do", operands: ["THING", "[OTHER]"], summary: "", options: [], run: { _ in })
        #expect(try Arguments(["a"], of: command).operands == ["a"])
        #expect(try Arguments(["a", "b"], of: command).operands == ["a", "b"])
        #expect(throws: Failure.self) { try Arguments([], of: command) }
        #expect(throws: Failure.self) { try Arguments(["a", "b", "c"], of: command) }
    }

    @Test func `a single dash is an operand`() throws {
        #expect(try read(["-", "--to", "y"]).operands == ["-"])
    }

    @Test(arguments: [
        (["x"], "`do` needs --to PLACE"),
        (["--to", "y"], "`do` takes THING; it got none"),
        (["--to", "y", "a", "b"], "`do` takes THING; it got 'a' 'b'"),
        (["x", "--to"], "--to needs a value"),
        (["x", "--to", "y", "--to", "z"], "--to may stand only once"),
        (["x", "--to", "y", "--fast=1"], "--fast takes no value"),
        (["x", "--to", "y", "--slow"], "`do` has no option --slow"),
        (["x", "--to", "y", "-f"], "`do` has no option -f"),
    ])
    func `a mistake is named`(words: [String], message: String) {
        #expect {
            _ = try read(words)
        } throws: { error in
            let failure = error as? Failure
            return failure?.code == .usage && failure?.message == message
        }
    }
}
