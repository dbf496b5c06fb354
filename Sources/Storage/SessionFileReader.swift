internal import HubProtocol

/// Reads a session file line by line, holding one line of it.
///
/// It does not say what an op means; the payload is only known to be one JSON object.
public final class SessionFileReader {
    public let header: SessionHeader
    /// The number of the line that ``next()`` gave last, from 1.
    public var lineNumber: Int { lines.number }

    private let path: String
    private var lines: LineReader
    private var seq = Seq.none
    private var ms: Int64 = 0

    /// Reads the header ([SF1]).
    public init(_ file: ByteFile) throws(SessionFileError) {
        path = file.path
        lines = LineReader(file)
        guard let first = try SessionFileReader.line(from: &lines, path: file.path) else {
            throw .malformed(path: file.path, line: 1, reason: "the file is empty")
        }
        do throws(SessionLineError) {
            header = try SessionLineParser.header(first)
        } catch {
            throw .malformed(path: file.path, line: 1, reason: error.reason)
        }
    }

    /// The next line that is not empty; nil at the end.
    public func next() throws(SessionFileError) -> SessionLine? {
        while let line = try SessionFileReader.line(from: &lines, path: path) {
            do throws(SessionLineError) {
                guard let read = try SessionLineParser.line(line) else { continue }
                if case .op(let seq, let ms, let author, _) = read {
                    try accept(seq: seq, ms: ms, author: author)
                }
                return read
            } catch {
                throw .malformed(path: path, line: lines.number, reason: error.reason)
            }
        }
        return nil
    }

    /// What a line alone can't tell ([SF2]).
    private func accept(seq: Seq, ms: Int64, author: String) throws(SessionLineError) {
        guard seq > self.seq else {
            throw SessionLineError("seq \(seq.number) does not come after \(self.seq.number)")
        }
        guard ms >= self.ms else { throw SessionLineError("the time runs backwards") }
        guard !header.started.addingReportingOverflow(ms).overflow else {
            throw SessionLineError("the time is beyond what a log can hold")
        }
        guard header.authors.author(withKey: author) != nil else {
            throw SessionLineError("the header has no author '\(author)'")
        }
        self.seq = seq
        self.ms = ms
    }

    private static func line(
        from lines: inout LineReader, path: String
    ) throws(SessionFileError) -> [UInt8]? {
        do throws(LineReader.Failure) {
            return try lines.next()
        } catch {
            switch error {
            case .tooLong:
                let reason = "the line is longer than \(LineReader.longest) bytes"
                throw .malformed(path: path, line: lines.number, reason: reason)
            case .storage(let error):
                throw .storage(error)
            }
        }
    }
}
