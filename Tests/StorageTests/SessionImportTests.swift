import HubProtocol
import TestSupport
import Testing

@testable import Storage

@Suite struct SessionImportTests {
    private let log: LogFixture
    private let header =
        #"{"format":"chatos-session","version":1,"room":"lobby","epoch":"e","started":1000,"authors":"#
        + #"{"Ada":{"id":"1","name":"Ada"}}}"# + "\n"

    init() throws {
        log = try LogFixture()
    }

    private func line(_ number: Int, _ payload: String) -> String {
        #"[\#(number),\#(number),"o","Ada",\#(payload)]"# + "\n"
    }

    /// What is wrong with the file, and in which line.
    private func fault(_ text: String) async -> String? {
        let error = await #expect(throws: SessionFileError.self, "\(text)") {
            try await log.importFile(text, as: "copy")
        }
        return error.map { String($0.description.dropFirst("memory, ".count)) }
    }

    @Test func `a file without a chain gets one, from its epoch on, and an epoch of its own`() async throws {
        try await log.importFile(header + line(1, #"{"type":"a"}"#) + line(2, #"{"type":"b"}"#), as: "copy")
        let room = try log.summary("copy")
        #expect(room.epoch == "epoch-copy" && room.origin == "e" && room.head == seq(2))
        let snapshot = try LogSnapshot(folder: log.folder)
        #expect(try snapshot.verify(room.id).fault == nil)
        #expect(try snapshot.imports(of: room.id).map(\.last) == [seq(2)])
        #expect(try await log.image(of: "copy")?.lastAt == 1_002)
    }

    @Test func `the state is what the ops come to`() async throws {
        let text =
            header + line(1, #"{"type":"upgrade","name":"a"}"#) + line(2, #"{"type":"upgrade","name":"b"}"#)
        try await log.importFile(text + line(3, #"{"type":"remove","text":"a"}"#), as: "copy")
        #expect(try await log.image(of: "copy")?.current.map(\.seq) == [seq(2)])
    }

    @Test func `U77 a file that a log can't hold is refused with its line, and leaves no room`() async throws
    {
        let start = header + line(1, #"{"type":"a"}"#)
        let whole = "and a room needs a whole log"
        #expect(await fault(start + line(3, "{}")) == "line 3: op 3 comes where 2 should, \(whole)")
        #expect(await fault(header + line(5, "{}")) == "line 2: op 5 comes where 1 should, \(whole)")
        #expect(await fault(start + line(2, "{}")) == "line 3: the op has no `type`")
        #expect(
            await fault(start + line(2, #"{"type":""}"#)) == "line 3: the op's `type` has not 1 to 128 bytes")
        let name = String(repeating: "n", count: 129)
        #expect(
            await fault(start + line(2, #"{"type":"a","name":"\#(name)"}"#))
                == "line 3: the op's `name` has more than 128 bytes")
        let large = String(repeating: "x", count: 524_288)
        #expect(
            await fault(start + line(2, #"{"type":"\#(large)"}"#))
                == "line 3: the op has 524299 bytes, and a hub takes 524288")
        let gap = #"[3,3,"g",null,"\#(String(repeating: "0", count: 64))"]"# + "\n"
        #expect(await fault(start + gap) == "line 3: ops up to 3 are left out, \(whole)")
        #expect(try LogSnapshot(folder: log.folder).rooms().isEmpty)
    }

    @Test func `[OP8] a state that no room can hold is refused`() async throws {
        let text = header + (1...3).map { line($0, #"{"type":"a","name":"\#($0)"}"#) }.joined()
        await #expect(throws: SessionFileError.self) {
            try await log.importFile(text, as: "a", limits: .init(current: 2, currentBytes: 10_000))
        }
        await #expect(throws: SessionFileError.self) {
            try await log.importFile(text, as: "b", limits: .init(current: 3, currentBytes: 68))
        }
        try await log.importFile(text, as: "c", limits: .init(current: 3, currentBytes: 69))
        let replaced = header + (1...9).map { line($0, #"{"type":"a","name":"1"}"#) }.joined()
        try await log.importFile(replaced, as: "d", limits: .init(current: 1, currentBytes: 30))
    }

    @Test func `[SF8] an op that was changed is named`() async throws {
        try await log.importFile(header + (1...5).map { line($0, #"{"type":"a"}"#) }.joined(), as: "r")
        let text = try log.export("r")
        let changes = "it, or what is before it, was changed"
        for (change, line) in [(#"[3,2,"o","Ada",{"type":"a"}"#, 4), (#"[4,3,"o","Ada",{"type":"a"}"#, 5)] {
            let changed = text.replacing(change, with: change.replacing(#""a""#, with: #""b""#))
            #expect(changed != text)
            #expect(
                await fault(changed)
                    == "line \(line): the chain breaks at op \(line - 1): \(changes)"
            )
        }
        // Dropped, moved in time, ascribed to another, and an origin that is not the file's.
        #expect(
            await fault(text.replacing(#""origin":"e""#, with: #""origin":"f""#))?.hasPrefix("line 2") == true
        )
        #expect(await fault(text.replacing("[3,2,", with: "[3,1,"))?.hasPrefix("line 4") == true)
        #expect(await fault(text.replacing(#"{"id":"1""#, with: #"{"id":"2""#))?.hasPrefix("line 2") == true)
        #expect(
            await fault(text.replacing(#","origin":"e""#, with: ""))
                == "line 2: op 1 has a link, and the header no origin")
        let unlinked = text.replacing(/("a"\}),"[0-9a-f]{64}"\]\n\[3/, with: { "\($0.1)]\n[3" })
        #expect(await fault(unlinked) == "line 3: op 2 has no link, and the header has a chain")
    }

    @Test func `[SF13] of a file that is cut off what is whole is imported, and a warning is there`() throws {
        let text = header + line(1, #"{"type":"a"}"#) + #"[2,5,"o","#
        let session = try SessionImport(Bytes(Array(text.utf8)), limits: .init(current: 1, currentBytes: 1))
        #expect(try session.next()?.ops.count == 1)
        #expect(try session.next() == nil)
        #expect(session.torn == "memory, line 3, is cut off and left out")
    }

    @Test func `a large file comes in parts of bounded size`() throws {
        let filling = String(repeating: "x", count: 500_000)
        let text = header + (1...20).map { line($0, #"{"type":"a","b":"\#(filling)"}"#) }.joined()
        let session = try SessionImport(Bytes(Array(text.utf8)), limits: .init(current: 1, currentBytes: 1))
        var sizes: [Int] = []
        while let part = try session.next() { sizes.append(part.ops.count) }
        #expect(sizes == [5, 5, 5, 5])
        let small = header + (1...4_500).map { line($0, #"{"type":"a"}"#) }.joined()
        let many = try SessionImport(Bytes(Array(small.utf8)), limits: .init(current: 1, currentBytes: 1))
        sizes = []
        while let part = try many.next() { sizes.append(part.ops.count) }
        #expect(sizes == [2_000, 2_000, 500])
    }
}
