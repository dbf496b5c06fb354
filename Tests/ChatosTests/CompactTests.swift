import HubProtocol
import Testing

struct CompactTests {
    @Test func `U32 a room is compacted while the hub runs, and says what it freed`() throws {
        let hub = try HubProcess()
        let ada = try hub.enter("room", Hello(name: "Ada"))
        for _ in 0..<6 { try ada.say(#"{"type":"comment","body":"0123456789"}"#) }
        try ada.say(#"{"type":"upgrade","name":"t"}"#)
        let first = try Chatos.run("compact", "room", "--keep", "3", "--data", hub.data)
        #expect(first.code == 0 && first.errors.isEmpty)
        #expect(
            first.output == "room: 5 ops of 186 bytes dropped; up to op 5 only the state is left\n")
        #expect(
            try Chatos.run("compact", "room", "--keep", "3", "--data", hub.data).output.contains("0 ops of 0")
        )
        let second = try Chatos.run("compact", "room", "--before", "8", "--data", hub.data)
        #expect(second.output.hasPrefix("room: 2 ops of "))
        let all = try Chatos.run("compact", "room", "--before", "2099-01-01", "--data", hub.data)
        #expect(all.output.hasPrefix("room: 0 ops of 0 bytes dropped"))
        #expect(
            Session(try Chatos.run("export", "room", "--data", hub.data).output).ops.first
                == #""o","Ada",{"type":"upgrade","name":"t"}]"#)
        #expect(try Chatos.run("verify", "--data", hub.data).code == 0)
        #expect(
            try Chatos.run("stats", "room", "--data", hub.data).output.contains("compacted    up to op 8\n"))
        // The room goes on.
        try hub.enter("room", Hello(name: "Ada")).say(#"{"type":"comment"}"#)
    }

    @Test(arguments: [
        ([], "`compact` needs either --keep N or --before SEQ|TIME"),
        (["--keep", "1", "--before", "2"], "`compact` needs either --keep N or --before SEQ|TIME"),
        (["--keep", "x"], "--keep: a number of ops, not 'x'"),
        (
            ["--before", "x"],
            "--before: a seq, or a time such as 2026-11-30 or 2026-11-30T18:05:00Z, not 'x'"
        ),
    ])
    func `a mistake is named`(words: [String], message: String) throws {
        let ended = try Chatos.run(["compact", "room"] + words)
        #expect(ended.code == 64 && ended.line == "chatos: \(message)")
    }

    @Test func `a folder without a log stays one`() throws {
        let ended = try Chatos.run("compact", "room", "--keep", "1", "--data", "/nowhere/at/all")
        #expect(ended.code == 74)
        #expect(ended.line == "chatos: can't read the folder /nowhere/at/all: No such file or directory")
    }
}
