import Testing

@testable import chatos_bench

struct OptionsTests {
    private func options(_ words: String...) throws(Failure) -> Options {
        try Options(words, valued: ["--size", "--server", "--rate", "--list"], switches: ["--check"])
    }

    @Test func `a value stands behind its name or behind an equals sign`() throws {
        #expect(try options("--size", "7").count("--size", otherwise: 1) == 7)
        #expect(try options("--size=7").count("--size", otherwise: 1) == 7)
        #expect(try options().count("--size", otherwise: 1) == 1)
        #expect(try options("--server=a=b c").text("--server") == "a=b c")
        #expect(try options("--server", "a", "--server", "b").all("--server") == ["a", "b"])
    }

    @Test func `switches are there or not`() throws {
        #expect(try options("--check").has("--check"))
        #expect(try !options("--size", "--check").has("--check"))
    }

    @Test func `unknown words, missing values and wrong numbers are mistakes of use`() throws {
        #expect(throws: Failure.self) { try options("--sise", "7") }
        #expect(throws: Failure.self) { try options("7") }
        #expect(throws: Failure.self) { try options("--size") }
        #expect(throws: Failure.self) { try options("--size", "0").count("--size", otherwise: 1) }
        #expect(throws: Failure.self) { try options("--size", "1e3").count("--size", otherwise: 1) }
        #expect(throws: Failure.self) { try options("--rate", "-1").optionalNumber("--rate") }
        #expect(throws: Failure.self) { try options("--list", "1,x").counts("--list", otherwise: []) }
    }

    @Test func `lists and fractions are read`() throws {
        #expect(try options("--list", "1,64").counts("--list", otherwise: []) == [1, 64])
        #expect(try options("--rate", "0.5").number("--rate", otherwise: 2) == 0.5)
        #expect(try options().number("--rate", otherwise: 2) == 2)
    }
}
