internal import Bytes

/// The members of a JSON object in a line, by name; the last of equal names counts ([CN4]).
///
/// It does not say which an object must have.
struct SessionMembers {
    private let bytes: [UInt8]
    private(set) var all: [(key: String, value: Range<Int>)] = []
    /// Each whole, from its key to the end of its value.
    private var wholes: [Range<Int>] = []
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
            wholes.append(key.lowerBound..<member.value.upperBound)
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

    /// What kind of value it has; nil where it is absent.
    func kind(_ name: String) -> JSONKind? {
        index(name).map { kinds[$0] }
    }

    /// The members of other names, as they stand, each with a comma before it.
    func others(than names: [String]) -> [UInt8] {
        var others: [UInt8] = []
        for (index, member) in all.enumerated() {
            guard !names.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) else { continue }
            others.append(UInt8(ascii: ","))
            others += bytes[wholes[index]]
        }
        return others
    }

    private func index(_ name: String) -> Int? {
        all.lastIndex { $0.key.utf8.elementsEqual(name.utf8) }
    }
}
