internal import Bytes
public import HubProtocol

/// Writes a session file line by line, holding no more than a piece of it.
///
/// It does not choose what goes in; ops come in the order of their seqs.
public final class SessionFileWriter {
    private let file: any ByteOutput
    private let header: SessionHeader
    private var buffer: [UInt8] = []
    private var line = 1

    /// Large enough that a write costs nothing beside its bytes.
    private static let piece = 64 << 10

    /// Writes the header ([SF1]).
    public init(_ file: any ByteOutput, header: SessionHeader) throws(SessionFileError) {
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
        if let origin = header.origin {
            buffer.append(contentsOf: #","origin":"#.utf8)
            buffer.appendJSON(origin)
        }
        if let base = header.base { try append(base) }
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
        buffer.append(UInt8(ascii: "}"))
        buffer.append(contentsOf: header.others)
        buffer.append(UInt8(ascii: "}"))
        try endLine()
    }

    /// Writes an op ([SF2], [SF3]); its author must be in the header, and its time not before `started`.
    public func write(_ op: LoggedOp, link: ChainLink? = nil) throws(SessionFileError) {
        try write(.op(try entry(op, content: .payload(op.payload), link: link)))
    }

    /// The op as a line has it. Its own payload is left aside for `content`.
    public func entry(
        _ op: LoggedOp, content: SessionEntry.Content, link: ChainLink?
    ) throws(SessionFileError) -> SessionEntry {
        guard let author = header.authors.key(of: op.author) else {
            throw malformed("the author of op \(op.seq.number) is not in the header")
        }
        let ms = try ms(of: op.at, what: "op \(op.seq.number)")
        return SessionEntry(seq: op.seq, ms: ms, author: author, content: content, link: link)
    }

    /// Says that ops up to `seq` are left out ([SF11]).
    public func writeGap(seq: Seq, at: Int64, link: ChainLink) throws(SessionFileError) {
        try write(.gap(seq: seq, ms: try ms(of: at, what: "op \(seq.number)"), link: link))
    }

    /// Writes a line that a reader gave.
    public func write(_ line: SessionLine) throws(SessionFileError) {
        switch line {
        case .op(let entry):
            switch entry.content {
            case .payload: append(entry, code: "o")
            case .erased: append(entry, code: "x")
            }
        case .gap(let seq, let ms, let link):
            begin(seq: seq, ms: ms, code: "g")
            buffer.append(contentsOf: "null,".utf8)
            append(link)
            buffer.append(UInt8(ascii: "]"))
        case .document(let document): try append(document)
        case .mark(_, let bytes), .other(_, let bytes), .comment(let bytes):
            try writeRaw(bytes)
            return
        }
        try endLine()
    }

    /// Writes a line as it stood in a file.
    public func writeRaw(_ bytes: [UInt8]) throws(SessionFileError) {
        guard !bytes.contains(0x0A) else { throw malformed("a line can't hold a line break") }
        buffer.append(contentsOf: bytes)
        try endLine()
    }

    private func ms(of at: Int64, what: String) throws(SessionFileError) -> Int64 {
        let (ms, overflow) = at.subtractingReportingOverflow(header.started)
        guard !overflow, ms >= 0 else { throw malformed("\(what) is from before the session started") }
        return ms
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

    private func begin(seq: Seq, ms: Int64, code: StaticString) {
        buffer.append(UInt8(ascii: "["))
        buffer.appendJSON(seq.number)
        buffer.append(UInt8(ascii: ","))
        buffer.appendJSON(ms)
        buffer.append(contentsOf: ",\"\(code)\",".utf8)
    }

    private func append(_ entry: SessionEntry, code: StaticString) {
        begin(seq: entry.seq, ms: entry.ms, code: code)
        buffer.appendJSON(entry.author)
        buffer.append(UInt8(ascii: ","))
        switch entry.content {
        case .payload(let payload): append(payload)
        case .erased(let erased): append(erased)
        }
        if let link = entry.link {
            buffer.append(UInt8(ascii: ","))
            append(link)
        }
        buffer.append(UInt8(ascii: "]"))
    }

    private func append(_ document: StoredDocument) throws(SessionFileError) {
        let text = Base64.encode(document.state)
        // Names have at most some hundred bytes, and less than twice that as JSON strings.
        guard text.utf8.count < LineReader.longest - 4_096 else {
            throw malformed("the document '\(document.name.text)' is too large for a line of a session file")
        }
        buffer.append(contentsOf: "[\(document.seq.number),null,\"d\",null,{\"doc\":".utf8)
        buffer.appendJSON(document.name.text)
        if document.state.isEmpty, let hash = ChainLink(bytes: document.hash) {
            buffer.append(contentsOf: #","hash":"#.utf8)
            append(hash)
        } else {
            buffer.append(contentsOf: #","state":""#.utf8)
            buffer.append(contentsOf: text.utf8)
            buffer.append(UInt8(ascii: "\""))
        }
        buffer.append(contentsOf: "}]".utf8)
    }

    private func append(_ erased: ErasedOp) {
        buffer.append(contentsOf: #"{"hash":"#.utf8)
        append(erased.hash)
        buffer.append(contentsOf: #","type":"#.utf8)
        buffer.appendJSON(erased.type)
        if let name = erased.name {
            buffer.append(contentsOf: #","name":"#.utf8)
            buffer.appendJSON(name)
        }
        buffer.append(contentsOf: #","at":"#.utf8)
        buffer.appendJSON(erased.erasure.at)
        buffer.append(contentsOf: #","actor":"#.utf8)
        buffer.appendJSON(erased.erasure.actor)
        buffer.append(UInt8(ascii: "}"))
    }

    /// [SF10].
    private func append(_ base: LogBase) throws(SessionFileError) {
        guard let link = ChainLink(bytes: base.formerLink) else { throw malformed("the base has no link") }
        buffer.append(contentsOf: #","base":{"seq":"#.utf8)
        buffer.appendJSON(base.seq.number)
        buffer.append(contentsOf: #","at":"#.utf8)
        buffer.appendJSON(base.at)
        buffer.append(contentsOf: #","link":"#.utf8)
        append(link)
        buffer.append(contentsOf: #","present":["#.utf8)
        for (index, author) in base.present.enumerated() {
            guard let key = header.authors.key(of: author) else {
                throw malformed("one who was present at the base is not in the header")
            }
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            buffer.appendJSON(key)
        }
        buffer.append(contentsOf: "]}".utf8)
    }

    private func append(_ link: ChainLink) {
        buffer.append(UInt8(ascii: "\""))
        buffer.append(contentsOf: link.text)
        buffer.append(UInt8(ascii: "\""))
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
