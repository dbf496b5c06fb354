import Glibc
import HubProtocol
import Storage
import Testing

@testable import HubServer

@Suite struct AdminClientTests {
    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }

    @Test func `where no hub runs the command holds the log itself, one request after the other`() throws {
        let room = try #require(RoomName("r"))
        let text = #"{"format":"chatos-session","version":1,"room":"x","epoch":"e","started":5,"authors":{}}"#
        do {
            let client = try AdminClient(folder: data, makingFolder: true)
            for name in ["r", "s"] {
                let result = try client.perform(
                    .importSession(try #require(RoomName(name)), file: "f")
                ) { output in
                    try output.write(Array((text + "\n").utf8))
                    try output.close()
                }
                #expect(result.ops == 0)
            }
            #expect(try client.perform(.delete(room)) == AdminResult(ops: 0, bytes: 0))
        }
        // The folder is free again.
        let log = try LogSnapshot(folder: try DataFolder.open(path: data, exclusive: true))
        #expect(try log.rooms().map(\.name.text) == ["s"])
    }

    @Test func `a folder without a log is not made one`() throws {
        #expect { try AdminClient(folder: data) } throws: { error in
            guard case .storage(.system)? = error as? AdminClient.Failure else { return false }
            return true
        }
        #expect(mkdir(data, 0o700) == 0)
        #expect { try AdminClient(folder: data) } throws: { error in
            guard case .storage(.noDatabase)? = error as? AdminClient.Failure else { return false }
            return true
        }
        #expect(access(data + "/lock", F_OK) != 0)
    }

    @Test func `a folder that is held without a socket is told`() throws {
        let held = try DataFolder.open(path: data, exclusive: true)
        _ = try LogWriter(folder: held, durability: .full)
        #expect { try AdminClient(folder: data) } throws: { error in
            guard case .noAnswer(let folder, let reason)? = error as? AdminClient.Failure else {
                return false
            }
            return folder == data && reason.contains("admin.sock: No such file or directory")
        }
        withExtendedLifetime(held) {}
    }
}
