import TestSupport
import Testing

@testable import chatos_torture

@Suite struct FileBytesTests {
    @Test func `what is written is read, and a folder goes with all in it`() throws {
        let temporary = try TestSupport.TemporaryFolder()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(FileBytes.write(bytes, to: temporary.path + "/a"))
        #expect(FileBytes.read(temporary.path + "/a") == bytes)
        #expect(FileBytes.names(in: temporary.path) == ["a"])
        FileBytes.removeFolder(temporary.path)
        #expect(FileBytes.read(temporary.path + "/a") == nil)
        #expect(FileBytes.names(in: temporary.path).isEmpty)
    }

    @Test func `what can't be written is told`() {
        #expect(!FileBytes.write([1], to: "/nowhere/at/all"))
    }
}
