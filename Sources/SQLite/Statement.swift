internal import CSQLite

/// A prepared statement: values in, rows out, one at a time.
///
/// It does not convert between types beyond what SQLite does; a caller asks for what its own schema put
/// there. Parameters count from 1 and columns from 0, as in SQLite.
public final class Statement {
    private let raw: OpaquePointer
    // Unowned, since the connection keeps its statements; one is only used while its connection is there.
    private unowned let connection: Connection

    init(_ raw: OpaquePointer, of connection: Connection) {
        self.raw = raw
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(raw)
    }

    // MARK: Values

    public func bind(_ parameter: Int32, _ value: Int64) throws(SQLiteError) {
        try check(sqlite3_bind_int64(raw, parameter, value))
    }

    public func bind(_ parameter: Int32, real value: Double) throws(SQLiteError) {
        try check(sqlite3_bind_double(raw, parameter, value))
    }

    /// Binds text by its length in UTF-8, so that it may hold NUL.
    public func bind(_ parameter: Int32, _ value: String) throws(SQLiteError) {
        var copy = value
        let code = copy.withUTF8 { (bytes: UnsafeBufferPointer<UInt8>) -> Int32 in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // A nil pointer would bind NULL, and an empty text may have no address.
                guard let start = characters.baseAddress, !characters.isEmpty else {
                    return sqlite3_bind_text(raw, parameter, "", 0, chatos_sqlite_transient())
                }
                let encoding = UInt8(SQLITE_UTF8)
                let length = UInt64(characters.count)
                return sqlite3_bind_text64(raw, parameter, start, length, chatos_sqlite_transient(), encoding)
            }
        }
        try check(code)
    }

    public func bind(_ parameter: Int32, _ value: [UInt8]) throws(SQLiteError) {
        let code = value.withUnsafeBytes { bytes in
            // A nil pointer would bind NULL, and an empty array may have no address.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_zeroblob(raw, parameter, 0)
            }
            return sqlite3_bind_blob64(raw, parameter, start, UInt64(bytes.count), chatos_sqlite_transient())
        }
        try check(code)
    }

    public func bindNull(_ parameter: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_null(raw, parameter))
    }

    /// Binds the text, or NULL when there is none.
    public func bind(_ parameter: Int32, _ value: String?) throws(SQLiteError) {
        if let value {
            try bind(parameter, value)
        } else {
            try bindNull(parameter)
        }
    }

    // MARK: Rows

    /// Goes to the next row; false when there is none, and then the statement is reset.
    public func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(raw)
        switch code {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            sqlite3_reset(raw)
            return false
        default:
            let error = connection.error(code: code, doing: text)
            sqlite3_reset(raw)
            throw error
        }
    }

    /// Runs a statement that has no rows, or whose rows nobody wants.
    public func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Makes the statement ready to be stepped again with the values it has; whoever stops before the last
    /// row calls it.
    public func reset() {
        sqlite3_reset(raw)
    }

    func clear() {
        sqlite3_reset(raw)
        sqlite3_clear_bindings(raw)
    }

    /// Whether it stands on a row.
    public var isBusy: Bool { sqlite3_stmt_busy(raw) != 0 }

    // MARK: Columns

    public func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(raw, column) == SQLITE_NULL
    }

    public func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(raw, column)
    }

    public func double(_ column: Int32) -> Double {
        sqlite3_column_double(raw, column)
    }

    /// The text with every byte it has, NUL too; what is not UTF-8 is repaired. Empty for NULL.
    public func text(_ column: Int32) -> String {
        // The pointer comes first: asking for the text may convert, and only then is the length right.
        guard let start = sqlite3_column_text(raw, column) else { return "" }
        let count = Int(sqlite3_column_bytes(raw, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The text, or nil for NULL.
    public func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// The bytes of a blob or text. Empty for NULL.
    public func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { Array($0) }
    }

    /// Lends the bytes of a blob or text without copying them; they are good until the next step or reset.
    public func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let start = sqlite3_column_blob(raw, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(raw, column))
        return body(UnsafeRawBufferPointer(start: start, count: count))
    }

    // MARK: Inside

    private var text: String {
        sqlite3_sql(raw).map { String(cString: $0) } ?? "a statement"
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw connection.error(code: code, doing: text) }
    }
}
