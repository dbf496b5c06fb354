import Testing

struct MainTests {
    @Test(arguments: ["--help", "-h", "help"])
    func `help names every command`(word: String) throws {
        let ended = try Chatos.run(word)
        #expect(ended.code == 0 && ended.errors.isEmpty)
        for command in [
            "serve", "replay FILE", "export ROOM", "import [FILE]", "verify [ROOM]", "erase ROOM SEQ|HASH",
        ] {
            #expect(ended.output.contains("  chatos \(command) "))
        }
    }

    @Test func `the version is one line`() throws {
        let ended = try Chatos.run("--version")
        #expect(ended.code == 0)
        #expect(ended.output.wholeMatch(of: /chatos \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: ["serve", "replay", "export", "import", "compact", "stats", "completions"])
    func `each command has its own help, whatever else stands there`(command: String) throws {
        let ended = try Chatos.run(command, "--nonsense", "--help")
        #expect(ended.code == 0)
        #expect(ended.output.contains("Usage: chatos \(command) "))
    }

    @Test func `no command is a mistake of one line`() throws {
        let ended = try Chatos.run()
        #expect(ended.code == 64 && ended.output.isEmpty)
        #expect(ended.line == "chatos: no command; `chatos --help` lists them")
    }

    @Test func `an unknown command is a mistake of one line`() throws {
        let ended = try Chatos.run("sreve")
        #expect(ended.code == 64)
        #expect(ended.line == "chatos: there is no command 'sreve'; `chatos --help` lists them")
    }

    @Test func `behind -- nothing is taken for a question`() throws {
        let ended = try Chatos.run("export", "--data", "/nowhere", "--", "--help")
        #expect(ended.code == 74)
    }
}
