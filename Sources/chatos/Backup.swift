import Storage

/// `chatos backup`: a copy of the whole database of one moment, also while a hub serves rooms from it.
enum Backup {
    static let command = Command(
        name: "backup", operands: ["FILE"], summary: "copy the whole database, also while a hub runs",
        options: [DataOptions.data], run: run)

    private static func run(_ arguments: Arguments) throws {
        let path = arguments.operands[0]
        let folder = DataOptions.folder(arguments)
        let bytes = try DataOptions.run {
            try LogBackup.write(try DataFolder.open(path: folder, exclusive: false), to: path)
        }
        try Terminal.output("\(path): \(bytes) bytes\n")
    }
}
