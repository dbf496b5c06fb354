import Testing

@testable import HubServer

@Suite struct FileStampTests {
    let folder = TemporaryFolder()

    @Test func `only a regular file has a stamp`() {
        folder.write("a", "1")
        folder.link("b", to: "\(folder.path)/a")
        #expect(FileStamp(path: "\(folder.path)/a")?.size == 1)
        #expect(FileStamp(path: "\(folder.path)/b") == nil)
        #expect(FileStamp(path: folder.path) == nil)
        #expect(FileStamp(path: "\(folder.path)/none") == nil)
    }

    @Test func `a file written just now proves nothing, an old one does`() {
        folder.write("a", "1")
        #expect(FileStamp(path: "\(folder.path)/a")?.isSettled == false)
        folder.age("a")
        #expect(FileStamp(path: "\(folder.path)/a")?.isSettled == true)
    }
}
