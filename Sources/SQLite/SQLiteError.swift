/// What SQLite answered when it could not do what was asked.
///
/// It does not say what the statement meant to its caller; that is the caller's to add.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's extended result code; the low byte is the primary one.
    public let code: Int32
    /// SQLite's own words, and what was attempted.
    public let message: String

    public init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// The code without its extension, such as 13 (`SQLITE_FULL`) or 5 (`SQLITE_BUSY`).
    public var primaryCode: Int32 { code & 0xFF }

    public var description: String { "SQLite error \(code): \(message)" }
}
