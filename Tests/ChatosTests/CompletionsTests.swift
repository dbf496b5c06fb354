import Foundation
import TestSupport
import Testing

@testable import chatos

struct CompletionsTests {
    /// What bash offers for the words, of which the last is being typed.
    private func bash(_ words: String...) throws -> Set<String> {
        let folder = try TemporaryFolder()
        let script = try Chatos.run("completions", "bash").output
        try Data(script.utf8).write(to: URL(filePath: folder.path + "/script"))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        process.arguments = [
            "-c",
            "cd '\(folder.path)'; complete() { :; }; . ./script; COMP_WORDS=(\(list));"
                + " COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
                + " _chatos; printf '%s\\n' \"${COMPREPLY[@]}\"",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Set(String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    @Test func `bash completes commands, options, the words of an option, and files`() throws {
        #expect(try bash("chatos", "com") == ["compact", "completions"])
        #expect(try bash("chatos", "compact", "--") == ["--keep", "--before", "--data", "--help"])
        #expect(try bash("chatos", "serve", "--durability", "") == ["full", "relaxed"])
        #expect(try bash("chatos", "completions", "z") == ["zsh"])
        #expect(try bash("chatos", "import", "scr") == ["script"])
    }

    @Test func `zsh and fish are told of every command and option`() throws {
        let zsh = try Chatos.run("completions", "zsh").output
        let fish = try Chatos.run("completions", "fish").output
        for command in Commands.all {
            #expect(zsh.contains("'\(command.name):"))
            #expect(fish.contains(" -a \(command.name) -d "))
            for option in command.options {
                #expect(zsh.contains("\(option.name)["))
                #expect(fish.contains("-l \(option.name.dropFirst(2)) "))
            }
        }
        #expect(zsh.hasPrefix("#compdef chatos\n"))
    }

    @Test func `another shell is a mistake`() throws {
        let ended = try Chatos.run("completions", "tcsh")
        #expect(ended.code == 64)
        #expect(ended.line == "chatos: `completions` knows bash, zsh and fish, not 'tcsh'")
    }
}
