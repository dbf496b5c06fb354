import Storage
import Testing

@Suite struct SessionFileTests {
    @Test func `[SF7] an error says the file, the line and the reason`() {
        let error = SessionFileError.malformed(path: "a.ndjson", line: 7, reason: "not UTF-8")
        #expect(error.description == "a.ndjson, line 7: not UTF-8")
        let storage = StorageError.noDatabase(path: "/d")
        #expect(SessionFileError.storage(storage).description == storage.description)
    }
}
