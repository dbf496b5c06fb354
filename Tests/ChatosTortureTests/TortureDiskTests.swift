import Synchronization
import Testing

@testable import chatos_torture

@Suite struct TortureDiskTests {
    @Test func `the expected change fails, alone or with all after it`() {
        let disk = TortureDisk(contents: [:], seed: 1) { _ in }
        let file = disk.open("chatos.sqlite3")
        disk.expect(.failure(at: 2, .ioError, lasting: false))
        #expect(disk.write([1], at: 0, in: file) == .goesOn)
        #expect(disk.truncate(file, to: 0) == .fails(.ioError))
        #expect(disk.sync(file, withFolder: true) == .goesOn)
        disk.expect(.failure(at: 1, .full, lasting: true))
        for _ in 0..<3 { #expect(disk.write([1], at: 0, in: file) == .fails(.full)) }
        disk.expect(.none)
        #expect(disk.write([1], at: 0, in: file) == .goesOn)
    }

    @Test func `a failure is told, and when it comes too late it is not`() {
        let told = Mutex<[String]>([])
        let disk = TortureDisk(contents: [:], seed: 1) { line in told.withLock { $0.append(line) } }
        let file = disk.open("chatos.sqlite3")
        disk.expect(.failure(at: 3, .ioError, lasting: false))
        _ = disk.write([1], at: 0, in: file)
        _ = disk.sync(file, withFolder: false)
        #expect(told.withLock { $0 }.isEmpty)
        #expect(disk.remove("chatos.sqlite3", withFolder: true) == .fails(.ioError))
        #expect(disk.has("chatos.sqlite3"))
        #expect(told.withLock { $0 } == ["failed remove 3"])
    }

    @Test func `changes of other files are not counted where only the database's are`() {
        let disk = TortureDisk(contents: [:], seed: 1) { _ in }
        let database = disk.open("chatos.sqlite3")
        let journal = disk.open("chatos.sqlite3-wal")
        disk.expect(.kill(at: 2, .database))
        #expect(disk.write([1], at: 0, in: database) == .goesOn)
        for _ in 0..<5 { #expect(disk.write([1], at: 0, in: journal) == .goesOn) }
        #expect(disk.write([1], at: 0, in: database) == .isCutShort)
    }
}
