internal import Bytes
internal import HubProtocol

/// What is wrong with a line.
struct SessionLineError: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// Understands single lines of a session file.
///
/// It does not know what came before; the reader holds lines against each other.
enum SessionLineParser {
    // MARK: The header

    /// The members that a header of this version has.
    private static let known = ["format", "version", "room", "epoch", "started", "origin", "base", "authors"]

    /// [SF1], and [SF7] for what is no header.
    static func header(_ line: [UInt8]) throws(SessionLineError) -> SessionHeader {
        let members = try SessionMembers(line, of: "the header")
        guard members.string("format") == "\(SessionHeader.format)" else {
            throw SessionLineError("the format is not \"chatos-session\"")
        }
        guard let version = members.integer("version"), version >= 1 else {
            throw SessionLineError("the header has no version")
        }
        guard version <= SessionHeader.version else {
            throw SessionLineError("version \(version) is newer than this program")
        }
        guard let room = members.string("room").flatMap({ RoomName($0) }) else {
            throw SessionLineError("the header names no room, or one that can't be")
        }
        guard let epoch = members.string("epoch") else { throw SessionLineError("the header has no epoch") }
        guard let started = members.integer("started") else {
            throw SessionLineError("the header has no starting time in whole milliseconds")
        }
        guard let authors = members.bytes("authors") else {
            throw SessionLineError("the header has no authors")
        }
        let keyed = try self.authors(authors)
        return SessionHeader(
            room: room, epoch: epoch, started: started, origin: try origin(members),
            base: try base(members, keyed), authors: keyed, others: members.others(than: known))
    }

    // What is null is not there, as with any member that may be absent.

    private static func origin(_ members: SessionMembers) throws(SessionLineError) -> String? {
        switch members.kind("origin") {
        case nil, .null: return nil
        default: break
        }
        guard let origin = members.string("origin") else {
            throw SessionLineError("the header's origin is not a string")
        }
        return origin
    }

    /// [SF10].
    private static func base(
        _ header: SessionMembers, _ authors: SessionAuthors
    ) throws(SessionLineError) -> LogBase? {
        guard let bytes = header.bytes("base"), header.kind("base") != .null else { return nil }
        let members = try SessionMembers(bytes, of: "the base")
        guard let number = members.integer("seq"), number > 0, let seq = Seq(UInt64(number)),
            let at = members.integer("at"), let link = members.string("link").flatMap({ ChainLink($0.utf8) }),
            let list = members.bytes("present")
        else { throw SessionLineError("the header's base lacks a seq, an at, a link or those present") }
        var present: [Author] = []
        for key in try strings(list, of: "those present") {
            guard let author = authors.author(withKey: key) else {
                throw SessionLineError("the header has no author '\(key)'")
            }
            present.append(author)
        }
        return LogBase(seq: seq, at: at, formerLink: link.bytes, present: present)
    }

    private static func strings(_ list: [UInt8], of what: String) throws(SessionLineError) -> [String] {
        var elements: [JSONMember] = []
        var found: [String] = []
        guard try scan(list, { elements.append($0) }) == .array else {
            throw SessionLineError("\(what) are no list")
        }
        for element in elements {
            guard element.kind == .string, let text = JSONText.string(in: list.span.bytes, at: element.value)
            else { throw SessionLineError("\(what) are not all strings") }
            found.append(text)
        }
        return found
    }

    private static func authors(_ bytes: [UInt8]) throws(SessionLineError) -> SessionAuthors {
        var entries: [SessionAuthors.Entry] = []
        for (key, value) in try SessionMembers(bytes, of: "authors").all {
            let from = try SessionMembers(Array(bytes[value]), of: "an author")
            guard let id = from.string("id"), let name = from.string("name") else {
                throw SessionLineError("author '\(key)' has no id or no name")
            }
            entries.append(SessionAuthors.Entry(key: key, author: Author(id: id, name: name)))
        }
        return SessionAuthors(keyed: entries)
    }

    // MARK: The other lines

    /// Nil for an empty line ([SF4]).
    ///
    /// - Parameter ms: the time of the line before, which one without a time of its own has ([SF2]).
    static func line(_ line: [UInt8], after ms: Int64 = 0) throws(SessionLineError) -> SessionLine? {
        try checkUTF8(line)
        if line.first == UInt8(ascii: "#") { return .comment(line: line) }
        guard !line.allSatisfy({ $0 == 0x0D }) else { return nil }
        let other = SessionLineError("neither a comment nor [seq, ms, code, author, data]")
        guard line.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "[") else { throw other }
        let parts = try SessionLineParts(line)
        guard parts.count >= 5 else { throw other }
        guard let code = parts.string(2) else { throw SessionLineError("the code is not a string") }
        switch code {
        case "o": return .op(try parts.op(after: ms, content: .payload(try parts.payload())))
        case "x": return .op(try parts.op(after: ms, content: .erased(try parts.erased())))
        case "g":
            guard let link = parts.link(4) else {
                throw SessionLineError("a gap has the chain's link, 64 hexadecimal digits")
            }
            return .gap(seq: try parts.seq(), ms: try parts.ms(after: ms), link: link)
        case "d": return .document(try parts.document())
        case "m":
            guard let title = parts.string(4) else { throw SessionLineError("a mark's title is a string") }
            return .mark(title: title, line: line)
        default: return .other(code: code, line: line)
        }
    }

    // MARK: JSON

    static func scan(
        _ bytes: [UInt8], depth: Int = JSONScanner.maxDepth, _ visit: (JSONMember) -> Void = { _ in }
    ) throws(SessionLineError) -> JSONKind {
        do throws(JSONError) {
            return try JSONScanner.scan(bytes, depth: depth, visit)
        } catch {
            throw SessionLineError(error.description)
        }
    }

    static func checkUTF8(_ bytes: [UInt8]) throws(SessionLineError) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw SessionLineError("not UTF-8")
        }
    }
}
