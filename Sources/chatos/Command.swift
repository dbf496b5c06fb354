/// One thing that the program can do, as its help describes it and its arguments are checked against.
struct Command: Sendable {
    struct Option: Sendable {
        /// With its dashes.
        let name: String
        /// What stands for the value in the help; nil for a switch.
        let value: String?
        let help: String
        /// Whether it may stand more than once.
        var repeats = false
        var isRequired = false
    }

    let name: String
    /// What stands for the operands in the help, such as `ROOM`; those that may be absent, in brackets, come
    /// last.
    let operands: [String]
    let summary: String
    let options: [Option]
    let run: @Sendable (Arguments) throws -> Void
}

/// All commands, in the order of the help.
enum Commands {
    static let all: [Command] = [
        Serve.command, Play.command, Export.command, Import.command, Verify.command, Rooms.command,
        Stats.command, Compact.command, Erase.command, Rename.command, Delete.command, Backup.command,
        Completions.command,
    ]
}
