import TestSupport
import Testing

@testable import Storage

@Suite struct ByteStreamsTests {
    @Test func `a file is compressed if its name ends in .gz, and only then`() throws {
        let temporary = try TemporaryFolder()
        let text = Array("hello hello hello hello hello".utf8)
        for name in ["a.ndjson", "a.ndjson.gz"] {
            let output = try NamedFile.write(temporary.path + "/" + name)
            try output.write(text)
            try output.close()
            #expect(try Bytes.all(of: try NamedFile.read(temporary.path + "/" + name)) == text)
        }
        #expect(try Bytes.all(of: try ByteFile.read(temporary.path + "/a.ndjson")) == text)
        let stored = try Bytes.all(of: try ByteFile.read(temporary.path + "/a.ndjson.gz"))
        #expect(stored.prefix(2) == [0x1F, 0x8B])
    }

    @Test func `a file that is there is not replaced`() throws {
        let temporary = try TemporaryFolder()
        try NamedFile.write(temporary.path + "/a.gz").close()
        #expect(throws: StorageError.system(doing: "make", path: temporary.path + "/a.gz", code: 17)) {
            try NamedFile.write(temporary.path + "/a.gz")
        }
    }
}
