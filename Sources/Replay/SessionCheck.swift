public import Storage

/// What came of playing a session file to its end, or to the first difference.
///
/// It does not judge what a file is good for otherwise: a file that differs can still be read.
public struct SessionCheck: Hashable, Sendable {
    /// The ops that the room made as the file has them.
    public let ops: Int
    public let divergence: Divergence?

    /// Plays a whole file, holding one line of it.
    public init(reading file: ByteFile) throws(SessionFileError) {
        let reader = try SessionFileReader(file)
        var player = SessionPlayer(header: reader.header)
        var divergence: Divergence?
        while divergence == nil, let line = try reader.next() {
            divergence = player.play(line)
        }
        ops = player.opsPlayed - (divergence == nil ? 0 : 1)
        self.divergence = divergence
    }

    /// The same for the file at `path`.
    public init(path: String) throws(SessionFileError) {
        let file: ByteFile
        do throws(StorageError) {
            file = try ByteFile.read(path)
        } catch {
            throw .storage(error)
        }
        try self.init(reading: file)
    }
}
