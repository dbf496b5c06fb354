import SQLite
import Testing

@Suite struct SQLiteErrorTests {
    @Test func `the primary code is the extended code's low byte`() {
        #expect(SQLiteError(code: 2067, message: "").primaryCode == 19)
        #expect(SQLiteError(code: 13, message: "").primaryCode == 13)
    }

    @Test func `its description has code and message`() {
        #expect(SQLiteError(code: 13, message: "full").description == "SQLite error 13: full")
    }
}
