import Storage
import Testing

@Suite struct StorageErrorTests {
    @Test(arguments: [
        (StorageError.folderInUse(folder: "/data"), "the data folder /data is in use by another hub"),
        (.noDatabase(path: "/d"), "there is no database at /d"),
        (
            .newerDatabase(path: "/d", version: 3, known: 1),
            "/d has schema version 3, and this program knows only up to 1: use a newer ChatOS"
        ),
        (
            .olderDatabase(path: "/d", version: 1, known: 2),
            "/d has schema version 1, not yet 2: start the hub on it once"
        ),
        (.system(doing: "open", path: "/d", code: 13), "can't open /d: Permission denied"),
        (.database(code: 13, message: "full"), "the database refused (13): full"),
    ])
    func `an error says what and where`(_ error: StorageError, _ expected: String) {
        #expect(error.description == expected)
    }
}
