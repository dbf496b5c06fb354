import Testing

@testable import chatos_torture

@Suite struct TemporaryFolderTests {
    @Test func `a folder goes with what is in it`() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let file = try #require(folder).path + "/file"
        #expect(FileBytes.write([65], to: file))
        folder = nil
        #expect(FileBytes.read(file) == nil)
        #expect(!FileBytes.write([65], to: file))
    }
}
