import Testing

@testable import chatos_bench

struct TemporaryFolderTests {
    @Test func `a folder goes with its files`() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let file = try #require(folder).path + "/file"
        try FileText.write([65], to: file)
        #expect(FileText.read(file) == "A")
        folder = nil
        #expect(FileText.read(file) == nil)
        #expect(throws: Failure.self) { try FileText.write([65], to: file) }
    }
}
