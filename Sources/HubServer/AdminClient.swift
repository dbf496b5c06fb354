public import Storage

/// A command's way to whoever can write the log: the hub that holds the data folder, or this program itself
/// where no hub runs.
public final class AdminClient {
    /// Why no way was found.
    public enum Failure: Error, Sendable {
        case storage(StorageError)
        /// A hub holds the folder and does not answer at its socket.
        case noAnswer(folder: String, reason: String)
    }

    private let stream: AdminStream
    /// Where this program itself does the work.
    private let ownLog: OwnLog?

    /// - Parameter makingFolder: whether a data folder is made where there is none.
    public init(folder: String, makingFolder: Bool = false) throws(Failure) {
        do throws(StorageError) {
            if !makingFolder { try AdminClient.requireDatabase(in: folder) }
            let own = try OwnLog(folder: folder)
            ownLog = own
            stream = own.stream
            return
        } catch {
            guard case .folderInUse = error else { throw .storage(error) }
        }
        ownLog = nil
        do throws(LocalSocket.Failure) {
            stream = AdminStream(try LocalSocket.connect(in: folder), path: "the hub's admin socket")
        } catch {
            throw .noAnswer(folder: folder, reason: error.reason)
        }
    }

    /// A folder that is named wrongly should not become a log.
    private static func requireDatabase(in folder: String) throws(StorageError) {
        do throws(StorageError) {
            _ = try LogSnapshot(folder: try DataFolder.open(path: folder, exclusive: false))
        } catch {
            // Whoever opens it for writing brings it up to date.
            guard case .olderDatabase = error else { throw error }
        }
    }

    deinit {
        // The other end sees that there is nothing more to do, and lets go of the log.
        try? stream.close()
        ownLog?.finish()
    }

    /// Asks, and waits for the answer.
    public func perform(_ request: AdminRequest) throws(AdminError) -> AdminResult {
        try tell(request.line + [0x0A])
        return try reply()
    }

    /// Asks for something that reads a file, and hands over what it reads.
    ///
    /// - Parameter write: given an output for the bytes, which it closes. What it throws ends the connection,
    ///   unless the hub has already said what is wrong.
    public func perform(
        _ request: AdminRequest, writing write: (any ByteOutput) throws -> Void
    ) throws -> AdminResult {
        try tell(request.line + [0x0A])
        do {
            try write(AdminBodyOutput(stream))
        } catch {
            if stream.hasAnswer { return try reply() }
            throw error
        }
        return try reply()
    }

    private func tell(_ bytes: [UInt8]) throws(AdminError) {
        do throws(StorageError) {
            try stream.write(bytes)
        } catch {
            throw AdminError(.busy, "the hub has gone: \(error)")
        }
    }

    private func reply() throws(AdminError) -> AdminResult {
        let line = try? stream.line()
        guard let line else { throw AdminError(.busy, "the hub has gone without an answer") }
        switch try AdminReply(line) {
        case .done(let result): return result
        case .failed(let error): throw error
        }
    }
}

/// The log in the hands of a command, since no hub has it.
private final class OwnLog {
    let stream: AdminStream
    private let ended = Awaited<Bool>()

    init(folder path: String) throws(StorageError) {
        let folder = try DataFolder.open(path: path, exclusive: true)
        let writer = try LogWriter(folder: folder, durability: .full)
        let reader = try LogReader(folder: folder)
        let ends: (Int32, Int32)
        do throws(LocalSocket.Failure) {
            ends = try LocalSocket.pair()
        } catch {
            throw .system(doing: error.doing, path: path, code: error.code)
        }
        stream = AdminStream(ends.0, path: "the log in \(path)")
        let other = ends.1
        AdminThread.start { [ended] in
            let administrator = Administrator(writer: writer, reader: reader, holds: EmptyHub())
            AdminSession(stream: AdminStream(other, path: path), administrator: administrator).run()
            reader.stop()
            writer.stop()
            ended.give(true)
        }
    }

    /// What was done is on the disk then, and the folder free.
    func finish() {
        _ = ended.wait(seconds: 60)
    }
}
