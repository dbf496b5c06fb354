internal import Bytes
public import HubProtocol

/// Writes a session file line by line, holding no more than a piece of it.
///
/// It does not choose what goes in; ops come in the order of their seqs.
public final class SessionFileWriter {
    private let file: ByteFile
    private let header: SessionHeader
    private var buffer: [UInt8] = []
    private var line = 1

    /// Large enough that a write costs nothing beside its bytes.
    private static let piece = 64 << 10

    /// Writes the header ([SF1]).
    public init(_ file: ByteFile, header: SessionHeader) throws(SessionFileError) {
        self.file = file
        self.header = header
        buffer.append(contentsOf: #"{"format":"\#(SessionHeader.format)","version":"#.utf8)
        buffer.appendJSON(SessionHeader.version)
        buffer.append(contentsOf: #","room":"#.utf8)
        buffer.appendJSON(header.room.text)
        buffer.append(contentsOf: #","epoch":"#.utf8)
        buffer.appendJSON(header.epoch)
        buffer.append(contentsOf: #","started":"#.utf8)
        buffer.appendJSON(header.started)
        buffer.append(contentsOf: #","authors":{"#.utf8)
        for (index, entry) in header.authors.entries.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            buffer.appendJSON(entry.key)
            buffer.append(contentsOf: #":{"id":"#.utf8)
            buffer.appendJSON(entry.author.id)
            buffer.append(contentsOf: #","name":"#.utf8)
            buffer.appendJSON(entry.author.name)
            buffer.append(UInt8(ascii: "}"))
        }
        buffer.append(contentsOf: "}}".utf8)
        try endLine()
    }

    /// Writes an op ([SF2], [SF3]); its author must be in the header, and its time not before `started`.
    public func write(_ op: LoggedOp) throws(SessionFileError) {
        guard let author = header.authors.key(of: op.author) else {
            throw malformed("the author of op \(op.seq.number) is not in the header")
        }
        let (ms, overflow) = op.at.subtractingReportingOverflow(header.started)
        guard !overflow, ms >= 0 else {
            throw malformed("op \(op.seq.number) is from before the session started")
        }
        try write(.op(seq: op.seq, ms: ms, author: author, payload: op.payload))
    }

    /// Writes a line that a reader gave.
    public func write(_ written: SessionLine) throws(SessionFileError) {
        switch written {
        case .op(let seq, let ms, let author, let payload):
            buffer.append(UInt8(ascii: "["))
            buffer.appendJSON(seq.number)
            buffer.append(UInt8(ascii: ","))
            buffer.appendJSON(ms)
            buffer.append(contentsOf: #","o","#.utf8)
            buffer.appendJSON(author)
            buffer.append(UInt8(ascii: ","))
            append(payload)
            buffer.append(UInt8(ascii: "]"))
        case .other(_, let line), .comment(let line):
            guard !line.contains(0x0A) else { throw malformed("a line can't hold a line break") }
            buffer.append(contentsOf: line)
        }
        try endLine()
    }

    /// Writes what is still held and closes the file.
    public func finish() throws(SessionFileError) {
        do {
            try file.write(buffer)
            buffer.removeAll()
            try file.close()
        } catch {
            throw .storage(error)
        }
    }

    /// As it is, or as a string where its bytes would not survive on one line: at a line break, and where
    /// white space around it would be taken for the line's own.
    private func append(_ payload: Payload) {
        let bytes = payload.bytes
        let plain =
            bytes.first == UInt8(ascii: "{") && bytes.last == UInt8(ascii: "}")
            && !bytes.contains { $0 == 0x0A || $0 == 0x0D }
        if plain {
            buffer.append(contentsOf: bytes)
        } else {
            buffer.appendJSON(String(decoding: bytes, as: UTF8.self))
        }
    }

    private func endLine() throws(SessionFileError) {
        buffer.append(0x0A)
        line += 1
        guard buffer.count >= SessionFileWriter.piece else { return }
        do {
            try file.write(buffer)
        } catch {
            throw .storage(error)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func malformed(_ reason: String) -> SessionFileError {
        .malformed(path: file.path, line: line, reason: reason)
    }
}
