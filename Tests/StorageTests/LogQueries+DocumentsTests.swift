import HubProtocol
import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite struct LogQueriesDocumentsTests {
    private let log: MemoryLog

    init() throws {
        log = try MemoryLog()
        _ = try log.create("before", DocumentLog.ops(20, seed: 1))
    }

    @Test(arguments: [(UInt64(1), false), (2, true), (3, false), (4, true)])
    func `[DO21] every document at every seq is what its updates up to there come to`(
        seed: UInt64, loses: Bool
    ) throws {
        let ops = try DocumentLog.ops(120, seed: seed, loses: loses)
        let room = try log.create("lobby", ops)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let place = seq(UInt64.random(in: 1...120, using: &random))
            try log.keepState(of: DocumentLog.names[Int.random(in: 0..<4, using: &random)], room, at: place)
        }
        for count in 0...120 {
            let expected = try DocumentLog.states(of: ops.prefix(count))
            #expect(try log.documents(room, at: seq(UInt64(count))) == expected)
        }
        #expect(try log.verify(room).fault == nil)
    }

    @Test func `[DO20] the list has each document once, in the order of the names' bytes, page by page`()
        throws
    {
        let ops = try DocumentLog.ops(60, seed: 5)
        let room = try log.create("lobby", ops)
        // One whose updates are all in a state.
        let old = try #require(DocumentName("old"))
        try log.maintainer.insert(
            StoredDocument(name: old, seq: seq(3), hash: SHA256().hash([0, 0]), state: [0, 0]), of: room)
        // What a client of an older hub called so is no document.
        let room2 = try log.create("plain", [sound(1, "document", name: "notes"), sound(2, "document")])
        let all = try log.queries.documents(of: room, after: "", limit: 10)
        #expect(
            all.map { Array($0.name.text.utf8) }
                == ["e\u{301}", "notes", "old", "tools/clock", "\u{E9}"].map { Array($0.utf8) })
        for summary in all where summary.name != old {
            let own = ops.filter {
                $0.name == summary.name.stored && Array($0.name!.utf8) == Array(summary.name.stored.utf8)
            }
            #expect(summary.seq == own.last?.seq)
            #expect(summary.bytes == own.reduce(0) { $0 + $1.payload.bytes.count })
        }
        #expect(all[2] == DocumentSummary(name: old, seq: seq(3), bytes: 2))
        var paged: [DocumentSummary] = []
        while true {
            let page = try log.queries.documents(of: room, after: paged.last?.name.text ?? "", limit: 2)
            if page.isEmpty { break }
            paged += page
        }
        #expect(paged == all)
        #expect(try log.queries.documents(of: room2, after: "", limit: 10) == [])
        #expect(try log.summary(room2).head == seq(2) && log.verify(room2).fault == nil)
    }

    @Test func `a state that is damaged is passed over, since the updates say the same`() throws {
        let ops = try DocumentLog.ops(40, seed: 6)
        let room = try log.create("lobby", ops)
        try log.keepState(of: "notes", room, at: seq(20))
        try log.keepState(of: "notes", room, at: seq(35))
        try log.connection.run("UPDATE documents SET state = x'ffff' WHERE seq > 20")
        #expect(try log.documents(room) == DocumentLog.states(of: ops))
        try log.connection.run("UPDATE documents SET state = x'ff'")
        #expect(try log.documents(room) == DocumentLog.states(of: ops))
    }

    @Test func `[DO21] there is no document of another name, before its first update, or of another room`()
        throws
    {
        let first = try update(2, of: "notes", [0, 0])
        let room = try log.create("lobby", [sound(1), first])
        let (notes, other) = try (#require(DocumentName("notes")), #require(DocumentName("Notes")))
        #expect(try log.queries.document(notes, of: room, at: seq(1)) == nil)
        #expect(try log.queries.document(other, of: room, at: .max) == nil)
        #expect(try log.queries.document(notes, of: RoomID(number: 99), at: .max) == nil)
        #expect(
            try log.queries.document(notes, of: room, at: .max)
                == DocumentState(name: notes, seq: seq(2), update: [0, 0]))
    }

    @Test func `a document's updates are found by an index`() throws {
        let plan = try log.connection.statement("EXPLAIN QUERY PLAN " + LogQueries.updatesSQL)
        var lines: [String] = []
        while try plan.step() { lines.append(plan.text(3)) }
        #expect(
            lines == ["SEARCH ops USING INDEX ops_by_document (room=? AND name=? AND rowid>? AND rowid<?)"])
    }

    @Test func `[DO22] the content is shown, unless the document is too large for that`() throws {
        var random = RandomDocument(seed: 1)
        let room = try log.create("lobby", [update(1, of: "notes", random.updates(1)[0])])
        let notes = try #require(DocumentName("notes"))
        let content = try #require(try log.queries.content(notes, of: room, at: .max))
        #expect(content.seq == seq(1) && content.json?.first == UInt8(ascii: "{"))
        try log.appender.append(update(2, of: "notes", LargeUpdate.bytes(2 << 20)), to: room)
        #expect(try log.queries.content(notes, of: room, at: .max) == DocumentContent(seq: seq(2), json: nil))
        #expect(try log.queries.content(notes, of: room, at: seq(1)) == content)
    }
}
