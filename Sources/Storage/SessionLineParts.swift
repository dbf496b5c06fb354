internal import Bytes
internal import HubProtocol

/// The elements of a line `[seq, ms, code, author, data, link]`, read as what they must be.
///
/// It does not know what a code asks for.
struct SessionLineParts {
    private let line: [UInt8]
    private var elements: [JSONMember] = []

    init(_ line: [UInt8]) throws(SessionLineError) {
        self.line = line
        var found: [JSONMember] = []
        // The data may nest as deep as an op does, and the line lies around it.
        let kind = try SessionLineParser.scan(line, depth: JSONScanner.maxDepth + 1) { found.append($0) }
        guard kind == .array else { throw SessionLineError("the line is no array") }
        elements = found
    }

    var count: Int { elements.count }

    /// Nil unless it is a string that can be.
    func string(_ index: Int) -> String? {
        guard elements.indices.contains(index), elements[index].kind == .string else { return nil }
        return JSONText.string(in: line.span.bytes, at: elements[index].value)
    }

    private func integer(_ index: Int) -> Int64? {
        guard elements[index].kind == .number else { return nil }
        return JSONText.integer(in: line.span.bytes, at: elements[index].value)
    }

    /// Nil unless it is a string of 64 hexadecimal digits.
    func link(_ index: Int) -> ChainLink? {
        guard elements.indices.contains(index), elements[index].kind == .string else { return nil }
        return ChainLink(line[elements[index].value].dropFirst().dropLast())
    }

    func seq() throws(SessionLineError) -> Seq {
        guard let number = integer(0), number > 0, let seq = Seq(UInt64(number)) else {
            throw SessionLineError("the seq is not a whole number from 1")
        }
        return seq
    }

    func ms(after before: Int64) throws(SessionLineError) -> Int64 {
        if elements[1].kind == .null { return before }
        guard let ms = integer(1), ms >= 0 else {
            throw SessionLineError("the time is not in whole milliseconds from 0")
        }
        return ms
    }

    func op(after before: Int64, content: SessionEntry.Content) throws(SessionLineError) -> SessionEntry {
        let seq = try seq()
        let ms = try ms(after: before)
        guard let author = string(3) else { throw SessionLineError("the author is not a string") }
        guard count <= 6 else { throw SessionLineError("an op has at most six elements") }
        let link = link(5)
        guard count < 6 || link != nil else {
            throw SessionLineError("the chain's link is not 64 hexadecimal digits")
        }
        return SessionEntry(seq: seq, ms: ms, author: author, content: content, link: link)
    }

    /// [SF3]: the op itself, or a string of its bytes.
    func payload() throws(SessionLineError) -> Payload {
        let data = elements[4]
        switch data.kind {
        case .object:
            return Payload(bytes: Array(line[data.value]))
        case .string:
            guard let text = JSONText.string(in: line.span.bytes, at: data.value) else {
                throw SessionLineError("the op's string has half a surrogate pair")
            }
            let bytes = Array(text.utf8)
            guard try SessionLineParser.scan(bytes) == .object else {
                throw SessionLineError("the op's string holds no object")
            }
            return Payload(bytes: bytes)
        default:
            throw SessionLineError("the op is no object")
        }
    }

    /// [SF14].
    func document() throws(SessionLineError) -> StoredDocument {
        let members = try SessionMembers(Array(line[elements[4].value]), of: "the state of a document")
        guard let name = members.string("doc").flatMap({ DocumentName($0) }) else {
            throw SessionLineError("a document's state has no `doc`, or one that can't be")
        }
        if let text = members.string("state") {
            guard let state = Base64.decode(text), !state.isEmpty else {
                throw SessionLineError("the state of the document '\(name.text)' is not base64")
            }
            return StoredDocument(name: name, seq: try seq(), hash: SHA256().hash(state), state: state)
        }
        guard let hash = members.string("hash").flatMap({ ChainLink($0.utf8) }) else {
            throw SessionLineError("the document '\(name.text)' has neither its state nor the hash of it")
        }
        return StoredDocument(name: name, seq: try seq(), hash: hash.bytes, state: [])
    }

    /// [SF9].
    func erased() throws(SessionLineError) -> ErasedOp {
        let members = try SessionMembers(Array(line[elements[4].value]), of: "what is left of an erased op")
        guard let hash = members.string("hash").flatMap({ ChainLink($0.utf8) }),
            let type = members.string("type"), let at = members.integer("at"),
            let actor = members.string("actor")
        else {
            throw SessionLineError("an erased op lacks its hash, its type, its time, or who erased it")
        }
        return ErasedOp(
            hash: hash, type: type, name: members.string("name"), erasure: Erasure(at: at, actor: actor))
    }
}
