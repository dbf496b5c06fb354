import HubProtocol
import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite struct DocumentVerifierTests {
    private let log: MemoryLog
    private let room: RoomID
    private let ops: [LoggedOp]

    init() throws {
        log = try MemoryLog()
        ops = try DocumentLog.ops(80, seed: 41)
        room = try log.create("lobby", ops)
        try log.keepState(of: "notes", room, at: seq(40))
        try log.keepState(of: "tools/clock", room, at: seq(60))
    }

    private func place(_ name: String) throws -> String {
        let document = try #require(DocumentName(name))
        let stored = try #require(try log.queries.storedDocument(document, of: room, upTo: .max))
        return "\(stored.seq.number)"
    }

    /// Each makes a row something else than its updates come to.
    @Test(arguments: [
        "UPDATE documents SET state = x'0000' WHERE name = 'notes'",
        "UPDATE documents SET state = x'' WHERE name = 'notes'",
        "UPDATE documents SET hash = x'00' WHERE name = 'notes'",
        "UPDATE documents SET state = x'0000', version = 9 WHERE name = 'notes'",
    ])
    func `[DO27] a changed state of a document is named by the op that it stands behind`(sql: String) throws {
        #expect(try log.verify(room).fault == nil)
        try log.connection.run(sql)
        let fault = try #require(try log.verify(room).fault)
        let what = "the state of the document 'notes' is not what its updates come to"
        #expect(try fault.description == "op \(place("notes")): \(what)")
    }

    @Test func `[DO27] a whole other state, with its right hash, is found`() throws {
        let state = try #require(DocumentLog.states(of: ops.prefix(10)).first).update
        let change = try log.connection.statement(
            "UPDATE documents SET state = ?1, hash = ?2 WHERE name = 'notes'")
        try change.bind(1, state)
        try change.bind(2, SHA256().hash(state))
        try change.run()
        #expect(try log.verify(room).fault?.what.contains("'notes' is not what") == true)
    }

    @Test func `[DO27] a state where the document has no update is found, and the first fault is named`()
        throws
    {
        try log.connection.run("UPDATE documents SET seq = 1000 WHERE name = 'notes'")
        var fault = try log.verify(room).fault
        #expect(fault?.description == "op 1000: there is a state of the document 'notes', and no update")
        try log.connection.run("UPDATE documents SET hash = x'' WHERE name = 'tools/clock'")
        fault = try log.verify(room).fault
        #expect(
            fault?.description.contains("op \(try place("tools/clock")): the state of the document") == true)
    }

    @Test func `[DO27] an update that can't be applied is found`() throws {
        let bad = try update(81, of: "notes", [7, 7, 7], at: 1_000_000)
        try log.appender.append(bad, to: room)
        let fault = try #require(try log.verify(room).fault)
        #expect(fault.description.hasPrefix("op 81: its update of the document 'notes' can't be applied: "))
        #expect(try log.documents(room).first { $0.name.text == "notes" }?.seq == seq(81))
    }

    @Test func `a state that another program made is known by its hash`() throws {
        let change = try log.connection.statement(
            "UPDATE documents SET version = 9, state = x'0000', hash = ?1 WHERE name = 'notes'")
        try change.bind(1, SHA256().hash([0, 0]))
        try change.run()
        #expect(try log.verify(room).fault == nil)
    }

    @Test(arguments: [
        "UPDATE documents SET state = x'0000' WHERE name = 'notes'",
        "UPDATE documents SET hash = x'00' WHERE name = 'notes'",
        "UPDATE documents SET seq = seq - 1 WHERE name = 'notes'",
        "UPDATE documents SET name = 'Notes' WHERE name = 'notes'",
        "DELETE FROM documents WHERE name = 'notes'",
        """
        INSERT INTO documents (room, name, seq, version, hash, state)
        SELECT room, name, seq - 1, version, hash, state FROM documents WHERE name = 'notes'
        """,
    ])
    func `[HC4] the chain of a compacted log starts from its documents, too`(sql: String) throws {
        _ = try log.maintainer.compact(room, keep: .newest(10))
        #expect(try log.verify(room).fault == nil)
        try log.connection.run(sql)
        #expect(try log.verify(room).fault?.seq == seq(70))
    }
}
