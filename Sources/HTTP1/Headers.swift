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
        if line.isASCII {
            text.append(contentsOf: line.value)
        } else {
            for byte in line.value { text.append(contentsOf: Unicode.Scalar(byte).utf8) }
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
        forEach(name) { if value == nil { value = String(decoding: $0, as: UTF8.self) } }
        return value
    }

    public func all(_ name: String) -> [String] {
        var values: [String] = []
        forEach(name) { values.append(String(decoding: $0, as: UTF8.self)) }
        return values
    }

    public func count(_ name: StaticString) -> Int {
        var count = 0
        withValues(of: name) { _ in count += 1 }
        return count
    }

    /// Calls `body` with the bytes of each such field's value, in UTF-8, without making strings of them.
    public func withValues(of name: StaticString, _ body: (RawSpan) -> Void) {
        name.withUTF8Buffer { name in forEach(UnsafeRawBufferPointer(name)) { body($0.bytes) } }
    }

    /// The members of a comma-separated list, which may be spread over several fields (RFC 9110 5.6.1). Empty
    /// members are left out. Not for lists whose members may be quoted strings.
    public func list(_ name: String) -> [String] {
        var members: [String] = []
        forEach(name) { value in
            for part in value.split(separator: UInt8(ascii: ",")) {
                let member = trimmed(UnsafeRawBufferPointer(rebasing: part))
                if !member.isEmpty { members.append(String(decoding: member, as: UTF8.self)) }
            }
        }
        return members
    }

    /// Whether a list has this member, in any case.
    public func list(_ name: String, contains member: String) -> Bool {
        list(name).contains { isSame($0, member) }
    }

    private func forEach(_ name: String, _ body: (UnsafeRawBufferPointer) -> Void) {
        var name = name
        name.withUTF8 { forEach(UnsafeRawBufferPointer($0), body) }
    }

    /// Calls `body` with each such field's value.
    private func forEach(_ name: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        text.withUnsafeBytes { text in
            // Nearly all names that are compared differ, and most of them in length.
            for place in places where place.valueStart - place.start == name.count {
                guard isSame(UnsafeRawBufferPointer(rebasing: text[place.start..<place.valueStart]), name)
                else { continue }
                body(UnsafeRawBufferPointer(rebasing: text[place.valueStart..<place.end]))
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

    private func isPlain(_ range: Range<Int>) -> Bool {
        text[range].allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// Latin-1, as it is read; other characters become `?`, and control characters spaces.
    private func encode(_ range: Range<Int>, to bytes: inout [UInt8]) {
        if isPlain(range) {
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

/// The same for as many bytes of each.
private func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    for index in left.indices {
        // Mostly they are spelled alike; where they are not, one difference settles it.
        guard left[index] != right[index] else { continue }
        guard lowercased(left[index]) == lowercased(right[index]) else { return false }
    }
    return true
}

/// UTF-8 with its ASCII letters in lower case.
func lowercased(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { text in
        for index in bytes.indices { text[index] = lowercased(bytes[index]) }
        return bytes.count
    }
}

func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
