import Glibc
import Testing

@testable import HubServer

@Suite struct LocalSocketTests {
    @Test func `[AD1] it is its owner's alone, and takes the place of one that is left over`() throws {
        let folder = TemporaryFolder()
        let first = try LocalSocket.listen(in: folder.path)
        close(first)
        let second = try LocalSocket.listen(in: folder.path)
        defer { close(second) }
        var status = stat()
        #expect(stat(folder.path + "/admin.sock", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let client = try LocalSocket.connect(in: folder.path)
        let accepted = accept(second, nil, nil)
        #expect(accepted >= 0)
        for descriptor in [client, accepted] { close(descriptor) }
        LocalSocket.remove(from: folder.path)
        #expect(stat(folder.path + "/admin.sock", &status) != 0)
    }

    @Test func `a folder's path may be longer than an address`() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/" + String(repeating: "x", count: 200)
        #expect(mkdir(path, 0o700) == 0)
        let listener = try LocalSocket.listen(in: path)
        close(try LocalSocket.connect(in: path))
        close(listener)
    }

    @Test func `where nobody listens an error says so`() throws {
        let folder = TemporaryFolder()
        let error = #expect(throws: LocalSocket.Failure.self) { try LocalSocket.connect(in: folder.path) }
        #expect(error?.reason == "can't connect to \(folder.path)/admin.sock: No such file or directory")
        close(try LocalSocket.listen(in: folder.path))
        #expect(throws: LocalSocket.Failure.self) { try LocalSocket.connect(in: folder.path) }
        #expect(throws: LocalSocket.Failure.self) { try LocalSocket.listen(in: "/nowhere/at/all") }
    }
}
