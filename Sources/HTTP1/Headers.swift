/// Header fields in the order in which they came; names are compared without regard to case.
///
/// It does not know what any field means.
public struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public struct Field: Sendable, Equatable {
        public let name: String
        public let value: String
    }

    public private(set) var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }

    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Puts one field in place of all that have this name.
    public mutating func set(_ name: String, _ value: String) {
        fields.removeAll { isSame($0.name, name) }
        append(name, value)
    }

    /// The first field's value.
    public subscript(name: String) -> String? {
        fields.first { isSame($0.name, name) }?.value
    }

    public func all(_ name: String) -> [String] {
        fields.filter { isSame($0.name, name) }.map(\.value)
    }

    /// The members of a comma-separated list, which may be spread over several fields (RFC 9110 5.6.1). Empty
    /// members are left out. Not for lists whose members may be quoted strings.
    public func list(_ name: String) -> [String] {
        all(name).flatMap { value in
            value.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
                let member = trimmed(part)
                return member.isEmpty ? nil : String(decoding: member, as: UTF8.self)
            }
        }
    }

    /// Whether a list has this member, in any case.
    public func list(_ name: String, contains member: String) -> Bool {
        list(name).contains { isSame($0, member) }
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

/// Without the optional white space around it (RFC 9110 5.6.3).
func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
    var rest = bytes[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
}

func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
