import TestSupport
import Testing

@testable import Storage

@Suite struct DataFolderTests {
    @Test func `the folder and what lacks above it is made`() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/a/b/c"
        let folder = try DataFolder.open(path: path, exclusive: true)
        #expect(folder.path == path)
        #expect(folder.databasePath == path + "/chatos.sqlite3")
        _ = try LogWriter(folder: folder, durability: .full)
    }

    @Test func `a folder that was made is synced into the one above it, and one that was there is not`()
        throws
    {
        let temporary = try TemporaryFolder()
        var synced: [String] = []
        try DataFolder.make(temporary.path + "/a/b") { path throws(StorageError) in synced.append(path) }
        #expect(synced == [temporary.path + "/", temporary.path + "/a/"])
        try DataFolder.make(temporary.path + "/a/b/c") { path throws(StorageError) in synced.append(path) }
        #expect(synced.dropFirst(2) == [temporary.path + "/a/b/"])
        let full = StorageError.system(doing: "sync", path: "x", code: 5)
        #expect(throws: full) {
            try DataFolder.make(temporary.path + "/d") { _ throws(StorageError) in throw full }
        }
    }

    @Test func `a held folder is refused by name, and free when its holder is gone`() throws {
        let temporary = try TemporaryFolder()
        var held: DataFolder? = try DataFolder.open(path: temporary.path, exclusive: true)
        let error = #expect(throws: StorageError.folderInUse(folder: temporary.path)) {
            try DataFolder.open(path: temporary.path, exclusive: true)
        }
        #expect(error?.description.contains(temporary.path) == true)
        // Reading beside the holder is allowed.
        _ = try DataFolder.open(path: temporary.path, exclusive: false)
        withExtendedLifetime(held) {}
        held = nil
        _ = try DataFolder.open(path: temporary.path, exclusive: true)
    }

    @Test func `two folders are held side by side`() throws {
        let temporary = try TemporaryFolder()
        let one = try DataFolder.open(path: temporary.path + "/one", exclusive: true)
        let two = try DataFolder.open(path: temporary.path + "/two", exclusive: true)
        #expect(one.databasePath != two.databasePath)
    }

    @Test func `a folder that can't be made or read is an error that names it`() throws {
        let temporary = try TemporaryFolder()
        let made = try ByteFile.write(temporary.path + "/file", replacing: false)
        try made.close()
        #expect(throws: StorageError.self) {
            try DataFolder.open(path: temporary.path + "/file/below", exclusive: true)
        }
        let error = #expect(throws: StorageError.self) {
            try DataFolder.open(path: temporary.path + "/none", exclusive: false)
        }
        #expect(error?.description.contains("/none") == true)
    }
}
