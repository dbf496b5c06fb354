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

    /// [SF1], and [SF7] for what is no header.
    static func header(_ line: [UInt8]) throws(SessionLineError) -> SessionHeader {
        let members = try Members(line, of: "the header")
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
        return SessionHeader(room: room, epoch: epoch, started: started, authors: try self.authors(authors))
    }

    private static func authors(_ bytes: [UInt8]) throws(SessionLineError) -> SessionAuthors {
        var entries: [SessionAuthors.Entry] = []
        for (key, value) in try Members(bytes, of: "authors").all {
            let from = try Members(Array(bytes[value]), of: "an author")
            guard let id = from.string("id"), let name = from.string("name") else {
                throw SessionLineError("author '\(key)' has no id or no name")
            }
            entries.append(SessionAuthors.Entry(key: key, author: Author(id: id, name: name)))
        }
        return SessionAuthors(keyed: entries)
    }

    // MARK: The other lines

    /// Nil for an empty line ([SF4]).
    static func line(_ line: [UInt8]) throws(SessionLineError) -> SessionLine? {
        try checkUTF8(line)
        if line.first == UInt8(ascii: "#") { return .comment(line: line) }
        guard !line.allSatisfy({ $0 == 0x0D }) else { return nil }
        guard let parts = ArrayParts(line) else {
            throw SessionLineError("neither a comment nor [seq, ms, code, author, data]")
        }
        // Cut in two, so that the data may nest as deep as an op does and the line still be one level deeper.
        let head = try elements(Array(line[parts.head]) + Array("]".utf8))
        let data = Array(line[parts.data])
        let dataKind = try scan(data)
        guard head.count == 4, let code = head[2].string else {
            throw SessionLineError("the code is not a string")
        }
        guard code == "o" else { return .other(code: code, line: line) }
        guard let number = head[0].integer, number > 0, let seq = Seq(UInt64(number)) else {
            throw SessionLineError("the seq is not a whole number from 1")
        }
        guard let ms = head[1].integer, ms >= 0 else {
            throw SessionLineError("the time is not in whole milliseconds from 0")
        }
        guard let author = head[3].string else { throw SessionLineError("the author is not a string") }
        return .op(seq: seq, ms: ms, author: author, payload: try payload(data, kind: dataKind))
    }

    /// [SF3]: the op itself, or a string of its bytes.
    private static func payload(_ data: [UInt8], kind: JSONKind) throws(SessionLineError) -> Payload {
        switch kind {
        case .object:
            return Payload(bytes: data)
        case .string:
            guard let text = JSONText.string(in: data.span.bytes, at: 0..<data.count) else {
                throw SessionLineError("the op's string has half a surrogate pair")
            }
            let bytes = Array(text.utf8)
            guard try scan(bytes) == .object else {
                throw SessionLineError("the op's string holds no object")
            }
            return Payload(bytes: bytes)
        default:
            throw SessionLineError("the op is no object")
        }
    }

    private struct Element {
        let integer: Int64?
        let string: String?
    }

    private static func elements(_ array: [UInt8]) throws(SessionLineError) -> [Element] {
        var found: [Element] = []
        _ = try scan(array) { member in
            found.append(
                Element(
                    integer: member.kind == .number
                        ? JSONText.integer(in: array.span.bytes, at: member.value) : nil,
                    string: member.kind == .string
                        ? JSONText.string(in: array.span.bytes, at: member.value) : nil))
        }
        return found
    }

    fileprivate static func scan(
        _ bytes: [UInt8], _ visit: (JSONMember) -> Void = { _ in }
    ) throws(SessionLineError) -> JSONKind {
        do throws(JSONError) {
            return try JSONScanner.scan(bytes, visit)
        } catch {
            throw SessionLineError(error.description)
        }
    }

    fileprivate static func checkUTF8(_ bytes: [UInt8]) throws(SessionLineError) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw SessionLineError("not UTF-8")
        }
    }
}

/// Where the first four elements and the data of a `[seq, ms, code, author, data]` lie.
private struct ArrayParts {
    /// From the opening bracket up to the fourth comma, without it.
    let head: Range<Int>
    /// From behind that comma to the closing bracket, without white space around.
    let data: Range<Int>

    /// Nil when the line is no array of at least five elements; whether the elements are JSON is not looked
    /// at.
    init?(_ line: [UInt8]) {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        guard let start = line.firstIndex(where: { !isSpace($0) }), line[start] == UInt8(ascii: "["),
            let end = line.lastIndex(where: { !isSpace($0) }), line[end] == UInt8(ascii: "]"), start < end
        else { return nil }
        var commas = 0
        var isInString = false
        var at = start
        while commas < 4 {
            at += 1
            guard at < end else { return nil }
            switch line[at] {
            case UInt8(ascii: "\\") where isInString: at += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: ",") where !isInString: commas += 1
            default: break
            }
        }
        let inside = line[(at + 1)..<end]
        guard let first = inside.firstIndex(where: { !isSpace($0) }),
            let last = inside.lastIndex(where: { !isSpace($0) })
        else { return nil }
        head = start..<at
        data = first..<(last + 1)
    }
}

/// The members of a JSON object, by name; the last of equal names counts ([CN4]).
private struct Members {
    private let bytes: [UInt8]
    private(set) var all: [(key: String, value: Range<Int>)] = []
    private var kinds: [JSONKind] = []

    init(_ bytes: [UInt8], of what: String) throws(SessionLineError) {
        self.bytes = bytes
        try SessionLineParser.checkUTF8(bytes)
        var found: [JSONMember] = []
        guard try SessionLineParser.scan(bytes, { found.append($0) }) == .object else {
            throw SessionLineError("\(what) is no object")
        }
        for member in found {
            guard let key = member.key, let name = JSONText.string(in: bytes.span.bytes, at: key) else {
                throw SessionLineError("\(what) has a key with half a surrogate pair")
            }
            all.append((name, member.value))
            kinds.append(member.kind)
        }
    }

    func string(_ name: String) -> String? {
        guard let index = index(name), kinds[index] == .string else { return nil }
        return JSONText.string(in: bytes.span.bytes, at: all[index].value)
    }

    func integer(_ name: String) -> Int64? {
        guard let index = index(name), kinds[index] == .number else { return nil }
        return JSONText.integer(in: bytes.span.bytes, at: all[index].value)
    }

    func bytes(_ name: String) -> [UInt8]? {
        index(name).map { Array(bytes[all[$0].value]) }
    }

    private func index(_ name: String) -> Int? {
        all.lastIndex { $0.key == name }
    }
}
