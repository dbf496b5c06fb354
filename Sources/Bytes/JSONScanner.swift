/// What a JSON value is, by its first byte.
public enum JSONKind: Sendable {
    case object, array, string, number, bool, null
}

/// A member of the object, or an element of the array, that a ``JSONScanner`` looked at: where it lies in the
/// scanned bytes.
public struct JSONMember: Sendable {
    /// The key with its quotes; nil for an element of an array.
    public let key: Range<Int>?
    /// The whole value, a string with its quotes.
    public let value: Range<Int>
    public let kind: JSONKind
}

/// Why bytes are not one JSON value; offsets are in bytes.
public enum JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    case endsEarly
    case unexpected(byte: UInt8, offset: Int)
    case tooDeep(limit: Int)
    case trailing(offset: Int)

    public var description: String {
        switch self {
        case .endsEarly: "the text ends in the middle of a value"
        case .unexpected(let byte, let offset):
            byte > 0x20 && byte < 0x7F
                ? "unexpected '\(Character(Unicode.Scalar(byte)))' at byte \(offset)"
                : "unexpected byte 0x\(String(byte, radix: 16)) at byte \(offset)"
        case .tooDeep(let limit): "nested deeper than \(limit)"
        case .trailing(let offset): "more text after the value, at byte \(offset)"
        }
    }
}

/// Checks that bytes are one JSON value (RFC 8259) and tells where its top-level members are.
///
/// It builds nothing: what is not asked for stays bytes. It does not check UTF-8, which whoever received the
/// bytes has done.
public enum JSONScanner {
    /// How deep arrays and objects may nest ([CN4]); far beyond any real op, and far below what would trouble
    /// a reader.
    public static let maxDepth = 128

    /// Scans all of `bytes` and calls `visit` for each member of a top-level object or element of a top-level
    /// array, in order.
    ///
    /// - Parameter depth: how deep it may nest; at most one more than ``maxDepth``, for text in which a value
    ///   of that depth lies.
    /// - Returns: what the value is. `visit` may have been called before an error is thrown.
    @discardableResult
    public static func scan(
        _ bytes: RawSpan, depth: Int = maxDepth, _ visit: (JSONMember) -> Void = { _ in }
    ) throws(JSONError) -> JSONKind {
        // A typed error can't pass through `withUnsafeBytes`'s closure as it is, so it travels as a value.
        let result = bytes.withUnsafeBytes { buffer -> Result<JSONKind, JSONError> in
            var cursor = JSONCursor(bytes: buffer, maxDepth: depth)
            do throws(JSONError) {
                return .success(try cursor.document(visit))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The same over an array of bytes.
    @discardableResult
    public static func scan(
        _ bytes: [UInt8], depth: Int = maxDepth, _ visit: (JSONMember) -> Void = { _ in }
    ) throws(JSONError) -> JSONKind {
        try scan(bytes.span.bytes, depth: depth, visit)
    }
}
