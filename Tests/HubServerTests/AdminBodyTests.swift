import Storage
import Testing

@testable import HubServer

@Suite struct AdminBodyTests {
    private let left: AdminStream
    private let right: AdminStream

    init() throws {
        let ends = try LocalSocket.pair()
        left = AdminStream(ends.0, path: "left")
        right = AdminStream(ends.1, path: "right")
    }

    private func all(_ body: AdminBody, limit: Int = 1_000) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while try body.read(into: &bytes, limit: limit) {}
        return bytes
    }

    @Test func `[AD2] bytes come whole behind a line, and the next line behind them`() throws {
        try left.write(Array("first\n".utf8))
        let output = AdminBodyOutput(left)
        for piece in ["hello ", "", "wor", "ld"] { try output.write(Array(piece.utf8)) }
        try output.close()
        try left.write(Array("second\n".utf8))
        #expect(try right.line() == Array("first".utf8))
        #expect(try all(AdminBody(right, path: "f"), limit: 4) == Array("hello world".utf8))
        #expect(try right.line() == Array("second".utf8))
    }

    @Test func `[AD2] who goes before the end is not taken for done`() throws {
        try AdminBodyOutput(left).write([1, 2, 3])
        try left.close()
        let error = #expect(throws: StorageError.self) { try all(AdminBody(right, path: "f")) }
        #expect(error?.description == "f: whoever sent it has gone before its end")
    }

    @Test func `a piece longer than any is refused`() throws {
        try left.write([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: StorageError.self) { try all(AdminBody(right, path: "f")) }
    }

    @Test func `who is answered early writes no more`() throws {
        let output = AdminBodyOutput(left)
        try output.write([1])
        try right.write(Array("no\n".utf8))
        #expect(throws: StorageError.self) { try output.write([2]) }
        #expect(try left.line() == Array("no".utf8))
    }

    @Test func `a line without end is not gathered`() throws {
        // As much as a socket holds without a reader, and more than a line may have.
        try left.write([UInt8](repeating: 0x78, count: 100_000))
        #expect(try right.line() == nil)
        var rest: [UInt8] = []
        #expect(try right.read(into: &rest, limit: 100_000))
        #expect(rest.count < 80_000)
    }
}
