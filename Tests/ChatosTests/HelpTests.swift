import Testing

@testable import chatos

struct HelpTests {
    @Test func `every command and every option is described, within a terminal's width`() {
        #expect(
            Commands.all.map(\.name) == [
                "serve", "replay", "export", "import", "verify", "rooms", "stats", "compact", "erase",
                "rename",
                "delete", "backup", "completions",
            ])
        for command in Commands.all {
            #expect(Help.text.contains(command.summary))
            let text = Help.text(of: command)
            for option in command.options { #expect(text.contains("  \(option.name) ")) }
            for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        }
    }

    @Test func `what must be given stands in the usage`() {
        #expect(Help.text(of: Play.command).contains("Usage: chatos replay FILE --to URL [OPTIONS]\n"))
        #expect(Help.text(of: Serve.command).contains("Usage: chatos serve [OPTIONS]\n"))
    }
}
