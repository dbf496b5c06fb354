import HubProtocol
import Storage
import Testing

@Suite struct LogQueriesRoomsTests {
    @Test func `[HI2] an image has the current named ops, tools first, each part by seq`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby", at: 5)
        let ops = [
            op(1, "vote", name: "a"), op(2, "upgrade", name: "z"), op(3, "upgrade", name: "b"),
            op(4, "upgrade", name: "gone"), op(5, "comment"), op(6, "vote", name: "b"),
            op(7, "upgrade", name: "z"),
            op(8, "remove", name: "gone"), op(9, "remove", name: "never"), op(10, "vote", name: "a"),
            op(11, "remove", name: "a"), op(12, "upgrade", name: ""),
        ]
        try await log.append(ops, to: room.id)
        let image = try #require(await log.image(of: "lobby"))
        #expect(image.current.map(\.seq.number) == [3, 7, 12, 6, 10])
        #expect(image.current.allSatisfy { ops.contains($0) })
        #expect(image.head == seq(12) && image.lastAt == 120)
        #expect(image.id == room.id && image.epoch == "epoch-lobby" && image.name == room.name)
    }

    @Test func `a room without ops has its making as last activity`() async throws {
        let log = try LogFixture()
        _ = try await log.create("lobby", at: 5)
        let image = try #require(await log.image(of: "lobby"))
        #expect(image.head == .none && image.lastAt == 5 && image.current.isEmpty)
    }

    @Test func `[ID4] the newest ops that carry an id are found, up to a seq, newest first`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        let other = try await log.create("other")
        let ops = [
            op(1, id: "x"), op(2), op(3, id: "x", by: bob), op(4, id: "y"), op(5), op(6, name: "n", id: "z"),
            op(7),
        ]
        try await log.append(ops, to: room.id)
        try await log.append([op(1, id: "other")], to: other.id)
        let cases: [(upTo: UInt64, limit: Int, expected: [Int])] = [
            (7, 10, [5, 3, 2, 0]), (7, 4, [5, 3, 2, 0]), (7, 2, [5, 3]), (7, 0, []), (7, -1, []),
            (6, 1, [5]), (5, 10, [3, 2, 0]), (4, 2, [3, 2]), (1, 10, [0]), (0, 10, []),
        ]
        for (upTo, limit, expected) in cases {
            let answer = try await log.ask(.resends(room.id, upTo: seq(upTo), limit: limit))
            guard case .resends(let found) = answer else { throw Unexpected() }
            #expect(found.map(\.1) == expected.map { ops[$0].seq })
            #expect(found.map(\.0) == expected.map { ops[$0].resend })
        }
    }

    @Test func `named pairs are told apart by their bytes`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        let ops = ["\u{E9}", "e\u{301}", "a", "a\u{0}", "a\u{0}b", "__proto__", "🎈"].enumerated().map {
            op(UInt64($0.offset) + 1, "upgrade", name: $0.element)
        }
        try await log.append(ops, to: room.id)
        #expect(try await log.image(of: "lobby")?.current.count == ops.count)
        try await log.append(
            [op(8, "remove", name: "e\u{301}"), op(9, "remove", name: "a\u{0}")], to: room.id)
        #expect(try await log.image(of: "lobby")?.current.map(\.seq.number) == [1, 3, 5, 6, 7])
    }

    @Test func `[HT1] rooms come with the newest activity first`() async throws {
        let log = try LogFixture()
        let quiet = try await log.create("quiet", at: 15)
        let old = try await log.create("__proto__", at: 1)
        let new = try await log.create("Zoë 🎈", at: 2)
        try await log.append([op(1, at: 10)], to: old.id)
        try await log.append([op(1, at: 10), op(2, at: 20)], to: new.id)
        guard case .summaries(let all) = try await log.ask(.summaries(limit: 10)) else { throw Unexpected() }
        #expect(all.map(\.id) == [new.id, quiet.id, old.id])
        #expect(all.map(\.at) == [20, 15, 10])
        #expect(all.map(\.head.number) == [2, 0, 1])
        guard case .summaries(let two) = try await log.ask(.summaries(limit: 2)) else { throw Unexpected() }
        #expect(two == Array(all[..<2]))
        guard case .summary(let one) = try await log.ask(.summary(old.name)) else { throw Unexpected() }
        #expect(one == all[2])
        let none = try #require(RoomName("none"))
        guard case .summary(nil) = try await log.ask(.summary(none)) else { throw Unexpected() }
    }

    @Test func `[SC7] the rooms with current definitions are found, by the names that the log keeps`()
        async throws
    {
        let log = try LogFixture()
        let (a, b, c) = (try await log.create("a"), try await log.create("b"), try await log.create("c"))
        try await log.append([op(1, name: "\u{1}bell"), op(2, name: "\u{1}gong")], to: a.id)
        try await log.append([op(1, name: "\u{2}"), op(2, name: ""), op(3, name: "bell"), op(4)], to: b.id)
        try await log.append([op(1, name: "\u{1}"), op(2, name: "\u{0}")], to: c.id)
        guard case .names(let names) = try await log.ask(.roomsWithDefinitions) else { throw Unexpected() }
        #expect(names == [a.name, c.name])
    }
}
