import Storage
import TestSupport
import Testing

@Suite struct ByteFileTests {
    @Test func `what was written is read, a piece at a time`() throws {
        let temporary = try TemporaryFolder()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let file = try ByteFile.write(temporary.path + "/a", replacing: false)
        try file.write(bytes)
        try file.write([])
        try file.close()
        try file.close()
        let read = try ByteFile.read(temporary.path + "/a")
        var back: [UInt8] = []
        while try read.read(into: &back, limit: 70_000) {}
        #expect(back == bytes)
    }

    @Test func `a file that is there is only replaced when that is asked`() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/a"
        let file = try ByteFile.write(path, replacing: false)
        try file.write([1, 2, 3])
        try file.close()
        #expect(throws: StorageError.system(doing: "make", path: path, code: 17)) {
            try ByteFile.write(path, replacing: false)
        }
        try ByteFile.write(path, replacing: true).close()
        var back: [UInt8] = []
        #expect(try ByteFile.read(path).read(into: &back, limit: 10) == false)
    }

    @Test func `what the system refuses is an error that names the file`() throws {
        let temporary = try TemporaryFolder()
        let error = #expect(throws: StorageError.self) { try ByteFile.read(temporary.path + "/none") }
        #expect(error?.description.contains("/none") == true)
        var bytes: [UInt8] = []
        #expect(throws: StorageError.system(doing: "read", path: temporary.path, code: 21)) {
            try ByteFile.read(temporary.path).read(into: &bytes, limit: 10)
        }
        #expect(throws: StorageError.system(doing: "write", path: "/dev/full", code: 28)) {
            try ByteFile.write("/dev/full", replacing: true).write([1])
        }
    }
}
