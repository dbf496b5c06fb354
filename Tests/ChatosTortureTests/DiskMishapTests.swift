import Testing

@testable import chatos_torture

@Suite struct DiskMishapTests {
    @Test(arguments: [
        DiskMishap.none, .powerCut(at: 5, .all, image: "/tmp/image"), .kill(at: 1, .database),
        .failure(at: 9, .full, lasting: true), .failure(at: 9, .ioError, lasting: false),
    ])
    func `what is written is read back`(mishap: DiskMishap) {
        #expect(DiskMishap(mishap.line) == mishap)
    }

    @Test(arguments: [
        "", "cut", "cut x all i", "cut 1 some i", "kill 1", "fail 1 EBADF once", "fail 1 EIO twice",
    ])
    func `what is no mishap is none`(line: String) {
        #expect(DiskMishap(line) == nil)
    }

    @Test func `the database's part leaves its journals out`() {
        #expect(DiskPart.database.has("chatos.sqlite3"))
        #expect(!DiskPart.database.has("chatos.sqlite3-wal"))
        #expect(DiskPart.all.has("chatos.sqlite3-wal"))
    }
}
