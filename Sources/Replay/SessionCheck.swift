public import Storage

/// What came of playing a session file to its end, or to the first difference.
///
/// It does not judge what a file is good for otherwise: a file that differs can still be read.
public struct SessionCheck: Hashable, Sendable {
    /// The ops that the room made as the file has them.
    public let ops: Int
    public let divergence: Divergence?

    /// The ops that were held against the file's chain; nil in a file without one ([SF8]).
    public let chained: Int?

    /// Plays a whole file, holding one line of it. An op that does not fit the file's chain is an error.
    public init(reading file: any ByteInput) throws(SessionFileError) {
        let reader = try SessionFileReader(file, checkingChain: true)
        var player = SessionPlayer(header: reader.header)
        var divergence: Divergence?
        while divergence == nil, let line = try reader.next() {
            divergence = player.play(line)
        }
        ops = player.opsPlayed - (divergence == nil ? 0 : 1)
        self.divergence = divergence
        chained = reader.checked
    }

    /// The same for the file at `path`.
    public init(path: String) throws(SessionFileError) {
        let file: any ByteInput
        do throws(StorageError) {
            file = try NamedFile.read(path)
        } catch {
            throw .storage(error)
        }
        try self.init(reading: file)
    }
}
