import Dispatch
import HubProtocol
import SQLite
import Storage
import Synchronization
import Testing

@Suite struct LogWriterTests {
    @Test func `an op comes back as it was appended`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        let odd = [
            op(1, "__proto__", name: "constructor", id: "1", payload: #"{"type":"__proto__"}"#),
            op(2, "a\u{0}b", name: "\u{0}", id: "", by: bob, payload: "{ \"x\" : \"🎈\"\n}"),
            op(3, "e\u{301}", name: "\u{E9}", by: Author(id: "", name: "Zoë 🎈")),
            op(
                4, "", name: "", id: "\u{0}",
                payload: #"{"big":"\#(String(repeating: "x", count: 500_000))"}"#),
        ]
        try await log.append(odd, to: room.id)
        let back = try await log.ops(
            .ops(room.id, after: .none, upTo: .max, limit: 10, maxBytes: .max))
        #expect(back == odd)
        #expect(back.map { Array($0.type.utf8) } == odd.map { Array($0.type.utf8) })
        #expect(back.map { $0.name.map { Array($0.utf8) } } == odd.map { $0.name.map { Array($0.utf8) } })
    }

    @Test func `what is submitted while the writer is held goes into one transaction`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let commits = Atomic<Int>(0)
        // The creation's transaction passes by itself.
        let isHeld = Atomic<Bool>(false)
        let hooks = WriterHooks(
            beforeTransaction: { if isHeld.load(ordering: .relaxed) { gate.wait() } },
            beforeCommit: { () throws(StorageError) in commits.wrappingAdd(1, ordering: .relaxed) })
        let log = try LogFixture(hooks: hooks)
        let rooms = [try await log.create("one"), try await log.create("two")]
        isHeld.store(true, ordering: .relaxed)
        commits.store(0, ordering: .relaxed)
        let replies = Transcript()
        let done = DispatchSemaphore(value: 0)
        for number in 1...50 {
            for room in rooms {
                log.writer.submit([.append(room: room.id, op(UInt64(number)))]) { outcomes in
                    replies.say(outcomes.map(text).joined())
                    done.signal()
                }
            }
        }
        #expect(replies.lines.isEmpty)
        isHeld.store(false, ordering: .relaxed)
        gate.signal()
        await wait(for: done, times: 100)
        #expect(commits.load(ordering: .relaxed) == 1)
        let expected = (1...50).flatMap { number in
            rooms.map { "committed \($0.id.number) \(number)" }
        }
        #expect(replies.lines == expected)
    }

    @Test func `[OP4] no reply comes before the commit, and at the reply every reader sees the ops`()
        async throws
    {
        let transcript = Transcript()
        let folder = Mutex<DataFolder?>(nil)
        let hooks = WriterHooks(
            beforeCommit: { () throws(StorageError) in
                let count = folder.withLock { $0.map(committedOps) } ?? 0
                transcript.say("before commit: \(count)")
            })
        let log = try LogFixture(hooks: hooks)
        let room = try await log.create("lobby")
        folder.withLock { $0 = log.folder }
        let done = DispatchSemaphore(value: 0)
        let data = log.folder
        log.writer.submit([.append(room: room.id, op(1)), .append(room: room.id, op(2))]) { _ in
            transcript.say("reply: \(committedOps(in: data))")
            done.signal()
        }
        await wait(for: done, times: 1)
        #expect(transcript.lines == ["before commit: 0", "before commit: 0", "reply: 2"])
    }

    @Test func `after a commit and before its replies there is a moment in which a hub may die`() async throws
    {
        let transcript = Transcript()
        let folder = Mutex<DataFolder?>(nil)
        let hooks = WriterHooks(
            afterCommit: {
                transcript.say("after commit: \(folder.withLock { $0.map(committedOps) } ?? 0)")
            })
        let log = try LogFixture(hooks: hooks)
        let room = try await log.create("lobby")
        folder.withLock { $0 = log.folder }
        let done = DispatchSemaphore(value: 0)
        log.writer.submit([.append(room: room.id, op(1))]) { _ in
            transcript.say("reply")
            done.signal()
        }
        await wait(for: done, times: 1)
        #expect(transcript.lines == ["after commit: 0", "after commit: 1", "reply"])
    }

    @Test
    func `a failed transaction leaves nothing, fails each of its rooms, and the next one succeeds`()
        async throws
    {
        let fails = Atomic<Bool>(false)
        let hooks = WriterHooks(
            beforeCommit: { () throws(StorageError) in
                if fails.load(ordering: .relaxed) { throw .database(code: 13, message: "disk full") }
            })
        let log = try LogFixture(hooks: hooks)
        let one = try await log.create("one")
        let two = try await log.create("two")
        let three = try #require(RoomName("three"))
        try await log.append([op(1)], to: one.id)
        #expect(log.writer.isHealthy)

        fails.store(true, ordering: .relaxed)
        let failed = await log.submit([
            .append(room: one.id, op(2)), .append(room: one.id, op(3)), .append(room: two.id, op(1, by: bob)),
            .create(room: three, epoch: "e", at: 0),
        ])
        #expect(
            failed.map(text) == ["failed \(one.id.number)", "failed \(two.id.number)", "create failed three"])
        #expect(!log.writer.isHealthy)
        #expect(try await log.image(of: "three") == nil)
        #expect(try await log.image(of: "one")?.head == seq(1))

        fails.store(false, ordering: .relaxed)
        // What the failed ones left in the queue can't slip in, and the rebuilt room goes on.
        let stale = await log.submit([.append(room: one.id, op(4))])
        #expect(stale.map(text) == ["failed \(one.id.number)"])
        #expect(!log.writer.isHealthy)
        try await log.append([op(2), op(3)], to: one.id)
        try await log.append([op(1, by: bob)], to: two.id)
        #expect(log.writer.isHealthy)
        #expect(try await log.image(of: "two")?.head == seq(1))
    }

    @Test func `a room that was made is there for the same submission and not made twice`() async throws {
        let log = try LogFixture()
        let lobby = try #require(RoomName("lobby"))
        let outcomes = await log.submit([
            .create(room: lobby, epoch: "first", at: 5), .create(room: lobby, epoch: "second", at: 6),
            .append(room: RoomID(number: 1), op(1)),
        ])
        #expect(outcomes.map(text) == ["created lobby", "created lobby", "committed 1 1"])
        let image = try #require(await log.image(of: "lobby"))
        #expect(image.epoch == "first")
    }

    @Test func `creating a room that exists answers with its image`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        try await log.append([op(1, "upgrade", name: "clock", id: "7"), op(2)], to: room.id)
        let again = try await log.create("lobby")
        #expect(again.head == seq(2) && again.lastAt == 20)
        #expect(again.current == [op(1, "upgrade", name: "clock", id: "7")])
    }

    @Test func `stopping does what is queued, and what comes later is never answered`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let isHeld = Atomic<Bool>(false)
        let log = try LogFixture(
            hooks: WriterHooks(beforeTransaction: { if isHeld.load(ordering: .relaxed) { gate.wait() } }))
        let room = try await log.create("lobby")
        isHeld.store(true, ordering: .relaxed)
        let replies = Transcript()
        for number: UInt64 in 1...3 {
            log.writer.submit([.append(room: room.id, op(number))]) { replies.say($0.map(text).joined()) }
        }
        isHeld.store(false, ordering: .relaxed)
        for _ in 1...3 { gate.signal() }
        log.writer.stop()
        log.writer.submit([.append(room: room.id, op(4))]) { _ in replies.say("too late") }
        log.writer.stop()
        #expect(replies.lines == (1...3).map { "committed \(room.id.number) \($0)" })
        #expect(try await log.image(of: "lobby")?.head == seq(3))
    }

    @Test func `a writer on the same folder goes on where the one before it ended`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        try await log.append([op(1), op(2)], to: room.id)
        log.writer.stop()
        let next = try LogWriter(folder: log.folder, durability: .relaxed)
        let outcomes = await withCheckedContinuation { continuation in
            next.submit([.append(room: room.id, op(3)), .append(room: room.id, op(3))]) {
                continuation.resume(returning: $0)
            }
        }
        #expect(outcomes.map(text) == ["committed 1 3", "failed 1"])
    }

    @Test func `a log in another folder knows nothing of this one`() async throws {
        let one = try LogFixture()
        let other = try LogFixture()
        _ = try await one.create("lobby")
        #expect(try await other.image(of: "lobby") == nil)
    }
}

/// How many ops a new connection sees; 0 when it can't look.
private func committedOps(in folder: DataFolder) -> Int64 {
    guard let connection = try? Connection(path: folder.databasePath, access: .readOnly),
        let query = try? connection.statement("SELECT count(*) FROM ops"), (try? query.step()) == true
    else { return 0 }
    return query.integer(0)
}

private func wait(for semaphore: DispatchSemaphore, times: Int) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            for _ in 0..<times { semaphore.wait() }
            continuation.resume()
        }
    }
}
