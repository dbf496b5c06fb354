import SQLite
import TestSupport
import Testing

@Suite struct ConnectionTests {
    @Test func `a database that must exist and doesn't is an error that names it`() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: SQLiteError.self) {
            try Connection(path: folder.path + "/none.sqlite3", access: .readWrite)
        }
        #expect(error?.primaryCode == 14)
        #expect(error?.message.contains("none.sqlite3") == true)
    }

    @Test func `what is read-only can't be written`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.sqlite3"
        try Connection(path: path, access: .create).run("CREATE TABLE t (x)")
        let reader = try Connection(path: path, access: .readOnly)
        let error = #expect(throws: SQLiteError.self) { try reader.run("INSERT INTO t VALUES (1)") }
        #expect(error?.primaryCode == 8)
    }

    @Test func `a mistake in a statement carries SQLite's words and the statement`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        let error = #expect(throws: SQLiteError.self) { try connection.statement("SELEKT 1") }
        #expect(error?.code == 1)
        #expect(error?.message.contains("SELEKT 1") == true)
    }

    @Test func `a statement is prepared once`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        #expect(try connection.statement("SELECT 1") === connection.statement("SELECT 1"))
    }

    @Test func `a statement asked for while it is stepped is another one`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.run("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)")
        let outer = try connection.statement("SELECT x FROM t ORDER BY x")
        var pairs: [[Int64]] = []
        while try outer.step() {
            let inner = try connection.statement("SELECT x FROM t ORDER BY x")
            while try inner.step() {
                pairs.append([outer.integer(0), inner.integer(0)])
            }
        }
        #expect(pairs == [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]])
    }

    @Test func `a kept statement comes back without the values of its last use`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        let first = try connection.statement("SELECT ?1")
        try first.bind(1, 7)
        try first.run()
        let second = try connection.statement("SELECT ?1")
        #expect(try second.step())
        #expect(second.isNull(0))
    }

    @Test func `many different statements do not pile up wrongly`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        for number in 0..<200 {
            let query = try connection.statement("SELECT \(number)")
            #expect(try query.step())
            #expect(query.integer(0) == Int64(number))
        }
    }

    @Test func `a lock held elsewhere is waited for no longer than asked`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.sqlite3"
        let one = try Connection(path: path, access: .create)
        try one.run("CREATE TABLE t (x)")
        try one.begin(.immediate)
        let other = try Connection(path: path, access: .readWrite, busyTimeoutMs: 1)
        let error = #expect(throws: SQLiteError.self) { try other.begin(.immediate) }
        #expect(error?.primaryCode == 5)
        one.rollBack()
        try other.begin(.immediate)
    }
}
