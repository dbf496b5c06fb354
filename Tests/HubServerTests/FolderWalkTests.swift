import Glibc
import Testing

@testable import HubServer

@Suite struct FolderWalkTests {
    let folder = TemporaryFolder()

    @Test func `files are found below folders, and neither links nor hidden ones nor pipes`() {
        folder.write("a.txt", "a")
        folder.write("b/c/d e.txt", "d")
        folder.write("b/.hidden", "x")
        folder.write(".git/config", "x")
        folder.link("round", to: folder.path)
        mkfifo("\(folder.path)/pipe", 0o600)
        let found = FolderWalk.files(in: folder.path)
        #expect(found.keys.sorted() == ["/a.txt", "/b/c/d e.txt"])
        #expect(found["/b/c/d e.txt"]?.file == "\(folder.path)/b/c/d e.txt")
    }

    @Test func `a file is read whole, whatever its length`() {
        for length in [0, 1, 4096, 100_000] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            folder.write("a", bytes)
            #expect(FolderWalk.read("\(folder.path)/a") == bytes)
        }
    }

    @Test func `what is no file is not read, and never waited for`() {
        mkfifo("\(folder.path)/pipe", 0o600)
        folder.write("a", "a")
        folder.link("b", to: "\(folder.path)/a")
        for name in ["pipe", "b", "none", ""] {
            #expect(FolderWalk.read("\(folder.path)/\(name)") == nil)
        }
    }
}
