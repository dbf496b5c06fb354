import HubProtocol
import Storage
import TestSupport
import Testing

@Suite struct LogReaderTests {
    @Test func `[HI3] ops come after a seq, in order, and stop at a seq, a count and a size`() async throws {
        let log = try LogFixture()
        let before = try await log.create("before")
        let room = try await log.create("lobby")
        let after = try await log.create("after")
        let ten = (1...10).map { op(UInt64($0), payload: #"{"n":"12"}"#) }
        for image in [before, room, after] { try await log.append(ten, to: image.id) }
        func seqs(after: UInt64, upTo: UInt64 = 10, limit: Int = 100, maxBytes: Int = .max) async throws
            -> [UInt64]
        {
            let request = LogReader.Request.ops(
                room.id, after: seq(after), upTo: seq(upTo), limit: limit, maxBytes: maxBytes)
            return try await log.ops(request).map(\.seq.number)
        }
        #expect(try await seqs(after: 0) == Array(1...10))
        #expect(try await seqs(after: 7) == [8, 9, 10])
        #expect(try await seqs(after: 10) == [])
        #expect(try await seqs(after: 11, upTo: Seq.max.number) == [])
        #expect(try await seqs(after: 2, upTo: 5) == [3, 4, 5])
        #expect(try await seqs(after: 0, limit: 3) == [1, 2, 3])
        #expect(try await seqs(after: 0, maxBytes: 20) == [1, 2])
        #expect(try await seqs(after: 0, maxBytes: 21) == [1, 2, 3])
        #expect(try await seqs(after: 0, maxBytes: 0) == [1])
        #expect(try await log.ops(.op(room.id, seq(4))) == [ten[3]])
        #expect(try await log.ops(.op(room.id, seq(11))) == [])
    }

    @Test func `answers come in the order of asking, and nothing uncommitted is seen`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        let reader = try LogReader(folder: log.folder)
        let heads = Transcript()
        let name = try #require(RoomName("lobby"))
        for number: UInt64 in 1...20 {
            try await log.append([op(number)], to: room.id)
            reader.submit(.summary(name)) { answer in
                if case .summary(let summary?) = answer { heads.say("\(summary.head.number)") }
            }
        }
        reader.stop()
        let numbers = heads.lines.compactMap { Int($0) }
        #expect(numbers.count == 20)
        #expect(numbers == numbers.sorted())
        #expect(zip(numbers, 1...20).allSatisfy { $0 >= $1 })
    }

    @Test func `reading goes on while the writer writes`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        async let written: Void = {
            for number: UInt64 in 1...200 { try await log.append([op(number)], to: room.id) }
        }()
        let reader = try LogReader(folder: log.folder)
        for _ in 1...100 {
            let answer = await withCheckedContinuation { continuation in
                reader.submit(.ops(room.id, after: .none, upTo: .max, limit: 1_000, maxBytes: .max)) {
                    continuation.resume(returning: $0)
                }
            }
            guard case .ops(let ops) = answer else { throw Unexpected() }
            #expect(ops.map(\.seq.number) == (0..<UInt64(ops.count)).map { $0 + 1 })
        }
        try await written
    }

    @Test func `a folder without a database is an error that says so`() throws {
        let temporary = try TemporaryFolder()
        let folder = try DataFolder.open(path: temporary.path, exclusive: false)
        #expect(throws: StorageError.noDatabase(path: folder.databasePath)) { try LogReader(folder: folder) }
    }

    @Test func `the last reference may go in a reply`() async throws {
        let log = try LogFixture()
        _ = try await log.create("lobby")
        // `ask` lets its reader go as soon as the answer is there.
        for _ in 1...50 { #expect(try await log.image(of: "lobby") != nil) }
    }
}
