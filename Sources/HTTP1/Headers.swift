/// Header fields in the order in which they came; names are compared without regard to case.
///
/// It does not know what any field means. They are kept as bytes: most fields of most requests are looked at
/// by nobody, and so are never made strings.
public struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public struct Field: Sendable, Equatable {
        public let name: String
        public let value: String
    }

    /// Where a field is in ``text``: its name, and its value right behind.
    private struct Place: Sendable, Equatable {
        let start: Int
        let valueStart: Int
        let end: Int
    }

    /// All names and values, in UTF-8.
    private var text: [UInt8] = []
    private var places: [Place] = []

    public init() {}

    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }

    /// Without fields, and with room for as many bytes and fields as a browser's request has.
    static func forRequest() -> Headers {
        var headers = Headers()
        headers.text.reserveCapacity(480)
        headers.places.reserveCapacity(12)
        return headers
    }

    public var count: Int { places.count }

    public var fields: [Field] {
        places.map { Field(name: string($0.start..<$0.valueStart), value: string($0.valueStart..<$0.end)) }
    }

    public mutating func append(_ name: String, _ value: String) {
        let start = text.count
        text.append(contentsOf: name.utf8)
        let valueStart = text.count
        text.append(contentsOf: value.utf8)
        places.append(Place(start: start, valueStart: valueStart, end: text.count))
    }

    mutating func append(_ line: FieldLine) {
        let start = text.count
        text.append(contentsOf: line.name)
        let valueStart = text.count
        if line.value.contains(where: { $0 >= 0x80 }) {
            for byte in line.value { text.append(contentsOf: Unicode.Scalar(byte).utf8) }
        } else {
            text.append(contentsOf: line.value)
        }
        places.append(Place(start: start, valueStart: valueStart, end: text.count))
    }

    /// Puts one field in place of all that have this name.
    public mutating func set(_ name: String, _ value: String) {
        let kept = fields.filter { !isSame($0.name, name) }
        self = Headers()
        for field in kept { append(field.name, field.value) }
        append(name, value)
    }

    /// The first field's value.
    public subscript(name: String) -> String? {
        var value: String?
        forEach(name) { if value == nil { value = string($0) } }
        return value
    }

    public func all(_ name: String) -> [String] {
        var values: [String] = []
        forEach(name) { values.append(string($0)) }
        return values
    }

    public func count(_ name: String) -> Int {
        var count = 0
        forEach(name) { _ in count += 1 }
        return count
    }

    /// Calls `body` with the bytes of each field's value, without making strings of them.
    public func withValues(of name: String, _ body: (RawSpan) -> Void) {
        text.withUnsafeBytes { bytes in
            forEach(name) { body(UnsafeRawBufferPointer(rebasing: bytes[$0]).bytes) }
        }
    }

    /// The members of a comma-separated list, which may be spread over several fields (RFC 9110 5.6.1). Empty
    /// members are left out. Not for lists whose members may be quoted strings.
    public func list(_ name: String) -> [String] {
        var members: [String] = []
        text.withUnsafeBytes { bytes in
            forEach(name) { range in
                for part in bytes[range].split(separator: UInt8(ascii: ",")) {
                    let member = trimmed(UnsafeRawBufferPointer(rebasing: part))
                    if !member.isEmpty { members.append(String(decoding: member, as: UTF8.self)) }
                }
            }
        }
        return members
    }

    /// Whether a list has this member, in any case.
    public func list(_ name: String, contains member: String) -> Bool {
        list(name).contains { isSame($0, member) }
    }

    /// Calls `body` with the place in ``text`` of each such field's value.
    private func forEach(_ name: String, _ body: (Range<Int>) -> Void) {
        var name = name
        name.withUTF8 { name in
            for place in places where place.valueStart - place.start == name.count {
                var position = 0
                while position < name.count,
                    lowercased(text[place.start + position]) == lowercased(name[position])
                {
                    position += 1
                }
                if position == name.count { body(place.valueStart..<place.end) }
            }
        }
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: text[range], as: UTF8.self)
    }
}

// MARK: - To the wire

extension Headers {
    /// How many bytes the fields are as lines, at most.
    var encodedCount: Int { text.count + 4 * places.count }

    /// Adds a line for each field.
    func encode(to bytes: inout [UInt8]) {
        for place in places {
            encode(place.start..<place.valueStart, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(UInt8(ascii: " "))
            encode(place.valueStart..<place.end, to: &bytes)
            bytes.appendLineBreak()
        }
    }

    /// Latin-1, as it is read; other characters become `?`, and control characters spaces.
    private func encode(_ range: Range<Int>, to bytes: inout [UInt8]) {
        if text[range].allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return bytes.append(contentsOf: text[range])
        }
        for scalar in string(range).unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F: bytes.append(UInt8(ascii: " "))
            case let value: bytes.append(UInt8(exactly: value) ?? UInt8(ascii: "?"))
            }
        }
    }
}

extension [UInt8] {
    mutating func appendLineBreak() {
        append(UInt8(ascii: "\r"))
        append(UInt8(ascii: "\n"))
    }
}

/// Equality of ASCII text without regard to case; all other text compares byte by byte.
public func isSame(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    // Nearly all names that are compared differ, and most of them in length.
    left.utf8.count == right.utf8.count
        && left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
}

func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
