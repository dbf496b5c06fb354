internal import Bytes

/// Values of MongoDB's Extended JSON, as its export tool writes them, made plain.
///
/// What carries its type in a wrapper becomes the value itself: `{"$numberLong":"5"}` is 5, `{"$date":...}`
/// the milliseconds since 1970, `{"$oid":...}` its text. All else stays as it stands, white space between
/// values aside.
enum ExtendedJSON {
    /// Appends the plain form of the value that lies at `range`, which a scanner has checked.
    static func appendPlain(_ bytes: [UInt8], _ range: Range<Int>, _ kind: JSONKind, to out: inout [UInt8]) {
        let value = bytes[range]
        guard kind == .object || kind == .array, value.contains(UInt8(ascii: "$")) else {
            out += value
            return
        }
        let part = Array(value)
        let members = members(of: part)
        if kind == .object, let plain = unwrapped(part, members) {
            out += plain
            return
        }
        out.append(UInt8(ascii: kind == .object ? "{" : "["))
        for (index, member) in members.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            if let key = member.key {
                out += part[key]
                out.append(UInt8(ascii: ":"))
            }
            appendPlain(part, member.value, member.kind, to: &out)
        }
        out.append(UInt8(ascii: kind == .object ? "}" : "]"))
    }

    /// A time in milliseconds since 1970: a number, a wrapped number, or a wrapped date; nil for what is
    /// none.
    static func milliseconds(_ bytes: [UInt8], _ range: Range<Int>, _ kind: JSONKind) -> Int64? {
        switch kind {
        case .number: return whole(String(decoding: bytes[range], as: UTF8.self))
        case .object:
            var plain: [UInt8] = []
            appendPlain(bytes, range, kind, to: &plain)
            return whole(String(decoding: plain, as: UTF8.self))
        default: return nil
        }
    }

    // MARK: Wrappers

    private static func members(of bytes: [UInt8]) -> [JSONMember] {
        var members: [JSONMember] = []
        // It has been scanned before, as a part of the line.
        _ = try? JSONScanner.scan(bytes, depth: JSONScanner.maxDepth + 1) { members.append($0) }
        return members
    }

    private static func unwrapped(_ object: [UInt8], _ members: [JSONMember]) -> [UInt8]? {
        guard members.count == 1, let key = members[0].key,
            let name = JSONText.string(in: object.span.bytes, at: key)
        else { return nil }
        let member = members[0]
        let text = member.kind == .string ? JSONText.string(in: object.span.bytes, at: member.value) : nil
        switch name {
        case "$numberLong", "$numberInt": return text.flatMap { Int64($0) }.map { Array(String($0).utf8) }
        case "$numberDouble": return text.flatMap(plainDouble).map { Array($0.utf8) }
        case "$oid": return text.map { _ in Array(object[member.value]) }
        case "$undefined": return Array("null".utf8)
        case "$date":
            let ms = text.flatMap(UTCTime.milliseconds) ?? milliseconds(object, member.value, member.kind)
            return ms.map { Array(String($0).utf8) }
        default: return nil
        }
    }

    /// What JSON can't say, such as infinity, is null, as JavaScript writes it.
    private static func plainDouble(_ text: String) -> String? {
        guard let number = Double(text) else { return nil }
        guard number.isFinite else { return "null" }
        return whole(text).map(String.init) ?? "\(number)"
    }

    /// A number that is whole and not beyond what a double holds exactly.
    private static func whole(_ text: String) -> Int64? {
        if let number = Int64(text) { return number }
        guard let number = Double(text), number.magnitude <= 0x1p53, number.rounded(.towardZero) == number
        else { return nil }
        return Int64(number)
    }
}
