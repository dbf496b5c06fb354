import Bytes

/// Reads members of one message by their kind, and says which one is wrong and how.
struct MemberReader {
    /// What a wrong member makes of the message.
    let code: ProtocolError.Code
    /// Named in the error, where the message has one.
    let id: String?

    func fail(_ message: String) -> ProtocolError {
        ProtocolError(code, message, id: id)
    }

    /// A string of `length` bytes, nil where the member is absent.
    func string(
        _ key: String, _ member: JSONMember?, in bytes: RawSpan, length: ClosedRange<Int>
    ) throws(ProtocolError) -> String? {
        guard let member else { return nil }
        guard member.kind == .string else { throw fail("`\(key)` must be a string") }
        guard let text = JSONText.string(in: bytes, at: member.value) else {
            throw fail("`\(key)` has half a surrogate pair")
        }
        guard length.contains(text.utf8.count) else {
            throw fail("`\(key)` must have \(length.lowerBound) to \(length.upperBound) bytes")
        }
        return text
    }

    func bool(_ key: String, _ member: JSONMember?, in bytes: RawSpan) throws(ProtocolError) -> Bool? {
        guard let member else { return nil }
        guard member.kind == .bool else { throw fail("`\(key)` must be true or false") }
        return JSONText.bool(in: bytes, at: member.value)
    }

    /// A whole number of at least 0.
    func count(_ key: String, _ member: JSONMember?, in bytes: RawSpan) throws(ProtocolError) -> UInt64? {
        guard let member else { return nil }
        guard member.kind == .number, let number = JSONText.integer(in: bytes, at: member.value),
            let count = UInt64(exactly: number)
        else { throw fail("`\(key)` must be a whole number from 0 on") }
        return count
    }
}
