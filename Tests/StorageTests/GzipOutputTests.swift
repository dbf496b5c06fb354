import TestSupport
import Testing

@testable import Storage

@Suite struct GzipOutputTests {
    @Test func `what is written in pieces comes back, and close ends it`() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/a"
        let output = GzipOutput(try ByteFile.write(path, replacing: false))
        var expected: [UInt8] = []
        for number in 0..<300 {
            let piece = (0..<(number * 7)).map { UInt8(truncatingIfNeeded: $0 &* number) }
            try output.write(piece)
            expected += piece
        }
        try output.close()
        try output.close()
        #expect(try Bytes.all(of: GzipInput(try ByteFile.read(path))) == expected)
        let size = try #require(try ByteFile.read(path).size)
        #expect(size < UInt64(expected.count))
    }

    @Test func `nothing is a file of one empty member`() throws {
        let temporary = try TemporaryFolder()
        try GzipOutput(try ByteFile.write(temporary.path + "/a", replacing: false)).close()
        let input = GzipInput(try ByteFile.read(temporary.path + "/a"))
        #expect(try Bytes.all(of: input) == [] && !input.isTorn)
    }

    @Test func `a disk that is full is an error`() throws {
        let output = GzipOutput(try ByteFile.write("/dev/full", replacing: true))
        #expect(throws: StorageError.system(doing: "write", path: "/dev/full", code: 28)) {
            try output.write([1, 2, 3])
            try output.close()
        }
    }
}

/// An input in memory, given out a few bytes at a time.
final class Bytes: ByteInput {
    let path = "memory"
    private var rest: ArraySlice<UInt8>
    private let piece: Int

    init(_ bytes: [UInt8], piece: Int = .max) {
        rest = bytes[...]
        self.piece = piece
    }

    func read(into bytes: inout [UInt8], limit: Int) throws(StorageError) -> Bool {
        let taken = rest.prefix(min(piece, limit))
        bytes += taken
        rest = rest.dropFirst(taken.count)
        return !taken.isEmpty
    }

    static func all(of input: any ByteInput, limit: Int = 1_000) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while try input.read(into: &bytes, limit: limit) {}
        return bytes
    }
}
