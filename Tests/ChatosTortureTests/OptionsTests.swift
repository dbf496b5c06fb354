import Testing

@testable import chatos_torture

@Suite struct OptionsTests {
    @Test func `an option has its value behind it or behind an equals sign, and the last one counts`() throws
    {
        let options = try Options(
            ["--seed", "7", "--rounds=3", "--rounds", "4"], valued: ["--seed", "--rounds"])
        #expect(try options.seed("--seed", otherwise: 1) == 7)
        #expect(try options.count("--rounds", otherwise: 1) == 4)
        #expect(options.text("--other") == nil)
        #expect(try options.count("--other", otherwise: 9) == 9)
    }

    @Test(arguments: [["--loud"], ["--seed"], ["word"]])
    func `what is no option is an error that names it`(words: [String]) {
        let error = #expect(throws: Failure.self) { try Options(words, valued: ["--seed"]) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(words[0]) == true)
    }

    @Test(arguments: ["0", "-1", "1000001", "x", ""])
    func `a number out of bounds is an error`(text: String) throws {
        let options = try Options(["--rounds", text], valued: ["--rounds"])
        #expect(throws: Failure.self) { try options.count("--rounds", otherwise: 1) }
    }
}
