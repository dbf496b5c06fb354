public import HubProtocol

/// Reads a session file line by line, holding one line of it.
///
/// It does not say what an op means; the payload is only known to be one JSON object.
public final class SessionFileReader {
    public let header: SessionHeader
    /// The first line as it stands in the file.
    public let headerLine: [UInt8]
    /// The number of the line that ``next()`` gave last, from 1.
    public var lineNumber: Int { lines.number }
    /// What is wrong with the end of the file, once ``next()`` has said that there is no more: whoever wrote
    /// it was stopped in the middle ([SF13]). What was whole was given.
    public private(set) var torn: String?

    private let input: any ByteInput
    private var lines: LineReader
    private var seq = Seq.none
    /// The document whose state came last.
    private var document: DocumentName?
    private var ms: Int64 = 0
    /// Nil where the chain is not looked at.
    private var chain: SessionChain?
    private let isChecking: Bool

    /// Reads the header ([SF1]).
    ///
    /// - Parameter checkingChain: whether an op that does not fit the chain is an error ([SF8]).
    public init(_ input: any ByteInput, checkingChain: Bool = false) throws(SessionFileError) {
        self.input = input
        isChecking = checkingChain
        lines = LineReader(input)
        guard let first = try SessionFileReader.line(from: &lines, path: input.path) else {
            throw .malformed(path: input.path, line: 1, reason: "the file is empty")
        }
        headerLine = first
        do throws(SessionLineError) {
            header = try SessionLineParser.header(first)
        } catch {
            throw .malformed(path: input.path, line: 1, reason: SessionFileReader.explain(error, first))
        }
        if checkingChain, let origin = header.origin {
            chain = SessionChain(origin: origin, base: header.base)
        }
    }

    /// How many ops were held against the chain; nil where the file has none or it is not looked at.
    public var checked: Int? { chain?.checked }

    /// The author of an entry that ``next()`` gave.
    public func author(of entry: SessionEntry) -> Author {
        guard let author = header.authors.author(withKey: entry.author) else {
            preconditionFailure("the reader gives no entry without its author")
        }
        return author
    }

    /// When it was logged, in milliseconds since 1970.
    public func at(_ entry: SessionEntry) -> Int64 {
        // The reader gives no entry whose time is beyond what a number holds.
        header.started &+ entry.ms
    }

    /// The next line that is not empty; nil at the end.
    public func next() throws(SessionFileError) -> SessionLine? {
        while let line = try SessionFileReader.line(from: &lines, path: input.path) {
            let read: SessionLine?
            do throws(SessionLineError) {
                read = try SessionLineParser.line(line, after: ms)
            } catch {
                // A line without its end that can't be read was being written when the writer stopped.
                guard !lines.isUnended else {
                    torn = "\(input.path), line \(lines.number), is cut off and left out"
                    return nil
                }
                throw malformed(error)
            }
            guard let read else { continue }
            do throws(SessionLineError) {
                try accept(read)
            } catch {
                throw malformed(error)
            }
            return read
        }
        if input.isTorn { torn = "\(input.path) is cut off behind line \(lines.number)" }
        return nil
    }

    private func malformed(_ error: SessionLineError) -> SessionFileError {
        .malformed(path: input.path, line: lines.number, reason: error.reason)
    }

    // MARK: What a line alone can't tell

    private func accept(_ line: SessionLine) throws(SessionLineError) {
        switch line {
        case .op(let entry):
            try acceptTime(seq: entry.seq, ms: entry.ms)
            let author = try acceptAuthor(entry)
            if isChecking, header.origin == nil, entry.link != nil {
                throw SessionLineError("op \(entry.seq.number) has a link, and the header no origin")
            }
            try chain?.check(entry, at: at(entry), by: author)
        case .gap(let seq, let ms, let link):
            try acceptTime(seq: seq, ms: ms)
            chain?.skip(to: link)
        case .document(let document): try accept(document)
        case .mark, .other, .comment: break
        }
    }

    /// [SF2].
    private func acceptTime(seq: Seq, ms: Int64) throws(SessionLineError) {
        guard seq > self.seq else {
            throw SessionLineError("seq \(seq.number) does not come after \(self.seq.number)")
        }
        guard ms >= self.ms else { throw SessionLineError("the time runs backwards") }
        guard !header.started.addingReportingOverflow(ms).overflow else {
            throw SessionLineError("the time is beyond what a log can hold")
        }
        self.seq = seq
        self.ms = ms
    }

    /// [SF14].
    private func accept(_ document: StoredDocument) throws(SessionLineError) {
        guard let base = header.base, document.seq <= base.seq, seq <= base.seq else {
            throw SessionLineError("a document's state is not where the log begins")
        }
        if let last = self.document {
            guard last.text.utf8.lexicographicallyPrecedes(document.name.text.utf8) else {
                throw SessionLineError(
                    "the document '\(document.name.text)' does not come after '\(last.text)'")
            }
        }
        self.document = document.name
        chain?.add(DocumentDigest(document))
    }

    private func acceptAuthor(_ entry: SessionEntry) throws(SessionLineError) -> Author {
        guard let author = header.authors.author(withKey: entry.author) else {
            throw SessionLineError("the header has no author '\(entry.author)'")
        }
        return author
    }

    // MARK: Lines

    /// A file that is not named as what it is would otherwise be told to be no UTF-8.
    private static func explain(_ error: SessionLineError, _ line: [UInt8]) -> String {
        line.starts(with: [0x1F, 0x8B])
            ? "this is compressed: only a file whose name ends in .gz is read so" : error.reason
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
