import HubProtocol
import TestSupport
import Testing

@testable import Storage

/// Documents in session files, out of a log and into it.
@Suite struct SessionExportRunTests {
    private let log: LogFixture
    private let ops: [LoggedOp]

    init() throws {
        log = try LogFixture()
        ops = try DocumentLog.ops(120, seed: 61)
    }

    private func fill(_ name: String, keeping: Retention? = nil) async throws -> RoomID {
        let room = try await log.create(name).id
        try await log.append(ops, to: room)
        guard let keeping else { return room }
        let done = await log.submit([.compact(room: room, keep: keeping)])
        #expect(done.map(text).allSatisfy { $0.hasPrefix("compacted") })
        return room
    }

    private func documents(_ name: String) async throws -> [DocumentState] {
        let room = try log.summary(name).id
        guard case .documents(let list) = try await log.ask(.documents(room, after: "", limit: 100)) else {
            throw Unexpected()
        }
        var found: [DocumentState] = []
        for summary in list {
            guard case .document(let state?) = try await log.ask(.document(room, summary.name, at: nil))
            else {
                throw Unexpected()
            }
            found.append(state)
        }
        return found
    }

    private func expectSound(_ name: String) throws {
        let report = try LogSnapshot(folder: log.folder).verify(log.summary(name).id)
        #expect(report.fault == nil && report.documents == 4)
    }

    @Test func `F16 export, import, export gives the same file, with documents`() async throws {
        _ = try await fill("r")
        let text = try log.export("r")
        try await log.importFile(text, as: "again")
        #expect(try SessionText(log.export("again")) == SessionText(text))
        #expect(try await documents("again") == DocumentLog.states(of: ops))
        try expectSound("again")
    }

    @Test(arguments: [UInt64(0), 7, 60, 100])
    func `F16 [SF14] a compacted log comes back the same, with the states of its documents`(
        kept: UInt64
    ) async throws {
        _ = try await fill("r", keeping: .newest(kept))
        let text = try log.export("r")
        #expect(text.contains(#",null,"d",null,{"doc":"notes","state":""#))
        try await log.importFile(text, as: "again")
        #expect(try SessionText(log.export("again")) == SessionText(text))
        #expect(try await documents("again") == DocumentLog.states(of: ops))
        try expectSound("again")
        // It goes on, and is compacted, as any other.
        let again = try log.summary("again").id
        try await log.append([update(121, of: "notes", LargeUpdate.bytes(10), at: 1_000_000)], to: again)
        _ = await log.submit([.compact(room: again, keep: .newest(1))])
        try expectSound("again")
    }

    @Test
    func `[SF10] [SF14] a part begins with the documents as they were, as a compaction would leave them`()
        async throws
    {
        let room = try await fill("whole")
        var export = SessionExport()
        export.from = .seq(seq(61))
        let part = try log.export("whole", export)
        try await log.importFile(part, as: "part")
        #expect(try await documents("part") == DocumentLog.states(of: ops))
        try expectSound("part")
        _ = await log.submit([.compact(room: room, keep: .from(seq(61)))])
        #expect(try SessionText(log.export("whole")).lines == SessionText(part).lines)
        // Ops of some types alone are no log, and have no state before them.
        export.types = ["comment"]
        let comments = try log.export("whole", export)
        #expect(!comments.contains(#""d",null"#))
        let reader = try SessionFileReader(Bytes(Array(comments.utf8)), checkingChain: true)
        while try reader.next() != nil {}
        #expect(reader.checked ?? 0 > 0)
    }

    @Test func `[SF14] what one author said is left out of documents that nobody can part: of a base all`()
        async throws
    {
        _ = try await fill("r", keeping: .newest(60))
        var export = SessionExport()
        export.redacted = ["P1"]
        let text = try log.export("r", export)
        #expect(text.contains(#""d",null,{"doc":"notes","hash":""#) && !text.contains(#""state":"#))
        let erased = ops.suffix(60).first { $0.author.name == "P1" && $0.type == "document" }
        #expect(text.contains(#""type":"document","name":"\u0002"#) == (erased != nil))
        try await log.importFile(text, as: "again")
        try expectSound("again")
        #expect(try SessionText(log.export("again")) == SessionText(text))
        #expect(try await documents("again").count == 4)
        let again = try log.summary("again").id
        _ = await log.submit([.compact(room: again, keep: .newest(10))])
        try expectSound("again")
    }

    /// Of a compacted log's file, with one thing changed.
    private func changed(_ change: (inout [String]) throws -> Void) async throws -> String {
        _ = try await fill("r", keeping: .newest(60))
        var lines = try log.export("r").split(separator: "\n").map(String.init)
        try change(&lines)
        return lines.map { $0 + "\n" }.joined()
    }

    private func reason(_ text: String) async -> String {
        do {
            try await log.importFile(text, as: "bad")
            return "it was imported"
        } catch {
            return "\(error)"
        }
    }

    private func isDocument(_ line: String) -> Bool { line.contains(#",null,"d",null,"#) }

    @Test func `[SF14] a state that was changed, left out, put in or moved breaks the chain`() async throws {
        let dropped = try await changed { lines in
            lines.remove(at: try #require(lines.firstIndex(where: isDocument)))
        }
        #expect(await reason(dropped).contains("the chain breaks at op 61"))
        let emptied = dropped.replacing(/"state":"[^"]*"/, with: #""state":"AAA=""#)
        #expect(await reason(emptied).contains("the chain breaks at op 61"))
    }

    @Test
    func `[SF14] a state that can't be, or is not where the log begins, is an error that names the line`()
        async throws
    {
        let good = try await changed { _ in }
        let lines = good.split(separator: "\n").map(String.init)
        let first = try #require(lines.firstIndex(where: isDocument))
        func with(_ line: String, at place: Int) -> String {
            var lines = lines
            lines.insert(line, at: place)
            return lines.map { $0 + "\n" }.joined()
        }
        let line = first + 1
        for (text, what) in [
            (#"[1,null,"d",null,{"doc":"","state":"AAA="}]"#, "no `doc`, or one that can't be"),
            (#"[1,null,"d",null,{"doc":"a","state":"AAA"}]"#, "the state of the document 'a' is not base64"),
            (#"[1,null,"d",null,{"doc":"a","state":""}]"#, "the state of the document 'a' is not base64"),
            (#"[1,null,"d",null,{"doc":"a","state":"AQEB"}]"#, "the state of the document 'a' is damaged"),
            (#"[1,null,"d",null,{"doc":"a"}]"#, "has neither its state nor the hash of it"),
            (#"[1,null,"d",null,"AAA="]"#, "is no object"),
            (#"[61,null,"d",null,{"doc":"a","state":"AAA="}]"#, "is not where the log begins"),
        ] {
            let reason = await reason(with(text, at: first))
            #expect(reason.contains("line \(line): ") && reason.contains(what), "\(reason)")
        }
        let twice = await reason(with(lines[first], at: first))
        #expect(twice.contains("line \(line + 1): the document 'e\u{301}' does not come after"), "\(twice)")
        let late = await reason(with(#"[1,null,"d",null,{"doc":"z","state":"AAA="}]"#, at: lines.count))
        #expect(late.contains("is not where the log begins"))
        // In a log that is whole there is none.
        _ = try await fill("whole")
        let whole = try log.export("whole") + #"[1,null,"d",null,{"doc":"a","state":"AAA="}]"# + "\n"
        #expect(await reason(whole).contains("is not where the log begins"))
    }

    @Test func `an update that is none is an error that names the line`() async throws {
        let header =
            #"{"format":"chatos-session","version":1,"room":"r","epoch":"e","started":0,"#
            + #""authors":{"A":{"id":"a","name":"A"}}}"# + "\n"
        let bad = header + #"[1,0,"o","A",{"type":"document","doc":"a","update":"AQEB"}]"# + "\n"
        let reason = await reason(bad)
        #expect(reason.contains("line 2: the update of the document 'a' is damaged"), "\(reason)")
        // What is none by its form is an op like any other.
        let plain = header + #"[1,0,"o","A",{"type":"document","doc":"a"}]"# + "\n"
        try await log.importFile(plain, as: "plain")
        #expect(try await documents("plain") == [])
    }
}
