import TestSupport
import Testing

@testable import Storage

@Suite struct LineReaderTests {
    private let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func reader(_ bytes: [UInt8]) throws -> LineReader {
        let file = try ByteFile.write(temporary.path + "/lines", replacing: true)
        try file.write(bytes)
        try file.close()
        return LineReader(try ByteFile.read(temporary.path + "/lines"))
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("a\n\nb", ["a", "", "b"]),
        ("a\r\nb\r\n", ["a\r", "b\r"]),
    ])
    func `lines end at a line feed or the end`(_ text: String, _ expected: [String]) throws {
        var lines = try reader(Array(text.utf8))
        var found: [String] = []
        while let line = try lines.next() {
            found.append(String(decoding: line, as: UTF8.self))
            #expect(lines.number == found.count)
        }
        #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test func `lines of every length around a piece's end are whole`() throws {
        let lengths = [65_535, 0, 65_536, 1, 65_537, 131_072, 7, 300_000]
        let bytes = lengths.flatMap { [UInt8](repeating: 0x78, count: $0) + [0x0A] }
        var lines = try reader(bytes)
        for length in lengths { #expect(try lines.next()?.count == length) }
        #expect(try lines.next() == nil)
    }

    @Test func `a line without end is refused, not gathered`() throws {
        var lines = try reader([UInt8](repeating: 0x78, count: LineReader.longest + (1 << 20)))
        let error = #expect(throws: LineReader.Failure.self) { try lines.next() }
        guard case .tooLong = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(lines.number == 1)
    }
}
