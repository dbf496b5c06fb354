internal import Bytes

/// An envelope cut into what the hub wrote and the op within it.
///
/// An op may nest as deep as JSON may here ([CN4]), and in its envelope lies one level deeper, where the
/// scanner would refuse it. So it is taken out first; for that it must be the last member, as the hub writes
/// it.
struct EnvelopeCut {
    /// The envelope without its op, an object.
    let head: [UInt8]
    /// Without white space around it.
    let op: [UInt8]

    /// Nil when there is no top-level member `op`, or more after it than the closing brace.
    ///
    /// The parts are not looked into; whether they are JSON is for the scanner to say.
    init?(_ bytes: [UInt8]) {
        guard let key = EnvelopeCut.key(in: bytes),
            let end = bytes.lastIndex(of: UInt8(ascii: "}")), end > key.upperBound
        else { return nil }
        var value = bytes[key.upperBound..<end].drop(while: EnvelopeCut.isSpace)
        guard value.popFirst() == UInt8(ascii: ":") else { return nil }
        while let last = value.last, EnvelopeCut.isSpace(last) { value.removeLast() }
        op = Array(value.drop(while: EnvelopeCut.isSpace))
        var before = bytes[..<key.lowerBound]
        while let last = before.last, EnvelopeCut.isSpace(last) || last == UInt8(ascii: ",") {
            before.removeLast()
        }
        head = before + [UInt8(ascii: "}")]
        guard bytes[(end + 1)...].allSatisfy(EnvelopeCut.isSpace) else { return nil }
    }

    /// Where the key `"op"` of the top-level object stands.
    private static func key(in bytes: [UInt8]) -> Range<Int>? {
        var depth = 0
        var stringStart: Int?
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if let start = stringStart {
                if byte == UInt8(ascii: "\\") {
                    at += 1
                } else if byte == UInt8(ascii: "\"") {
                    stringStart = nil
                    let literal = start..<at + 1
                    if depth == 1, bytes[literal].elementsEqual("\"op\"".utf8),
                        bytes[literal.upperBound...].first(where: { !isSpace($0) }) == UInt8(ascii: ":")
                    {
                        return literal
                    }
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): stringStart = at
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
            at += 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
