import TestSupport
import Testing

@testable import Storage

@Suite struct GzipInputTests {
    private let text = Array((0..<5_000).map { "line \($0)\n" }.joined().utf8)

    private func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let temporary = try TemporaryFolder()
        let output = GzipOutput(try ByteFile.write(temporary.path + "/a", replacing: false))
        try output.write(bytes)
        try output.close()
        return try Bytes.all(of: try ByteFile.read(temporary.path + "/a"))
    }

    @Test(arguments: [1, 2, 7, 1_000, .max]) func `it reads the same whatever pieces come`(piece: Int) throws
    {
        let input = GzipInput(Bytes(try compressed(text), piece: piece))
        #expect(try Bytes.all(of: input) == text && !input.isTorn)
    }

    @Test func `[RFC 1952 2.2] members one behind the other are one text`() throws {
        let members = try compressed(text) + compressed([]) + compressed(text)
        let input = GzipInput(Bytes(members, piece: 3))
        #expect(try Bytes.all(of: input) == text + text && !input.isTorn)
    }

    @Test func `zeroes behind the last member are padding`() throws {
        let input = GzipInput(Bytes(try compressed(text) + [UInt8](repeating: 0, count: 700), piece: 512))
        #expect(try Bytes.all(of: input) == text && !input.isTorn)
    }

    @Test func `[SF13] one cut anywhere gives its beginning, and says that it is torn`() throws {
        let whole = try compressed(Array(text.prefix(600)))
        for end in 1..<whole.count {
            let input = GzipInput(Bytes(Array(whole[..<end])))
            #expect(text.starts(with: try Bytes.all(of: input)))
            #expect(input.isTorn, "\(end)")
        }
        let empty = GzipInput(Bytes([]))
        #expect(try Bytes.all(of: empty) == [] && !empty.isTorn)
    }

    @Test func `what is no gzip, or was changed, is an error that names the file`() throws {
        var changed = try compressed(text)
        changed[changed.count - 6] ^= 1
        for bytes in [Array("no gzip at all".utf8), changed, try compressed(text) + [1, 2, 3]] {
            let error = #expect(throws: StorageError.self) { try Bytes.all(of: GzipInput(Bytes(bytes))) }
            #expect(error?.description.hasPrefix("memory: it can't be decompressed: ") == true)
        }
    }
}
