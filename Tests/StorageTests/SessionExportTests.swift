import HubProtocol
import TestSupport
import Testing

@testable import Storage

@Suite struct SessionExportTests {
    private let log: LogFixture

    init() throws {
        log = try LogFixture()
    }

    /// Twelve ops of two authors, 10 ms apart: three tools' versions among them.
    private func fill(_ name: String) async throws -> RoomID {
        let room = try await log.create(name).id
        try await log.append(
            [
                op(1, "joined", payload: #"{"type":"joined","participants":1}"#),
                op(2, "upgrade", name: "a", payload: #"{"type":"upgrade","name":"a"}"#),
                op(3, payload: #"{"type":"comment","body":"3"}"#),
                op(4, "joined", by: bob, payload: #"{"type":"joined","participants":2}"#),
                op(5, by: bob, payload: #"{"type":"comment","body":"secret"}"#),
                op(6, "upgrade", name: "b", by: bob, payload: #"{"type":"upgrade","name":"b"}"#),
                op(7, "topic", name: "t", payload: "{\"type\":\"topic\",\n\"name\":\"t\"}"),
                op(8, payload: #"{"type":"comment","body":"8"}"#),
                op(9, "upgrade", name: "a", payload: #"{"type":"upgrade","name":"a","v":2}"#),
                op(10, by: bob, payload: #"{"type":"comment","body":"10"}"#),
                op(11, payload: #"{"type":"comment","body":"11"}"#),
                op(12, "remove", name: "b", payload: #"{"type":"remove","name":"b"}"#),
            ], to: room)
        return room
    }

    private func checked(_ text: String) throws -> Int? {
        let reader = try SessionFileReader(Bytes(Array(text.utf8)), checkingChain: true)
        while try reader.next() != nil {}
        return reader.checked
    }

    private func seqs(_ text: String) throws -> [UInt64] {
        let reader = try SessionFileReader(Bytes(Array(text.utf8)))
        var found: [UInt64] = []
        while let line = try reader.next() {
            if case .op(let entry) = line { found.append(entry.seq.number) }
        }
        return found
    }

    @Test func `[SF1] [SF8] a whole log is exported with the chain that the log has`() async throws {
        let room = try await fill("r")
        let text = try log.export("r")
        #expect(try checked(text) == 12)
        let report = try LogSnapshot(folder: log.folder).verify(room)
        let last = try #require(text.split(separator: "\n").last)
        #expect(last.contains(try #require(ChainLink(bytes: report.link)).description))
        #expect(
            text.hasPrefix(
                #"{"format":"chatos-session","version":1,"room":"r","epoch":"epoch-r","started":10,"#))
    }

    @Test func `F16 export, import, export gives the same file but for the room's name and epoch`()
        async throws
    {
        _ = try await fill("r")
        let first = try log.export("r")
        #expect(try await log.importFile(first, as: "copy") == 12)
        let second = try log.export("copy")
        #expect(SessionText(second) == SessionText(first) && second != first)
        #expect(try LogSnapshot(folder: log.folder).verify(try log.summary("copy").id).fault == nil)
    }

    @Test func `F16 [SF5] [SF12] comments, marks, unknown codes and members are kept where they were`()
        async throws
    {
        _ = try await fill("r")
        var lines = try log.export("r").split(separator: "\n").map(String.init)
        lines.insert(#"[12,120,"z","Eve",{"x":[1, 2]}]"#, at: 13)
        lines.insert(#"[5,50,"m","Ada","A chapter"]"#, at: 6)
        lines.insert("# hello", at: 6)
        lines.insert("# at the beginning", at: 1)
        lines[0] = lines[0].replacing(#""Bob":{"#, with: #""B":{"#).dropLast() + #","later":[1, 2]}"#
        lines[0] = lines[0].replacing(#"}},"later""#, with: #"},"Eve":{"id":"e","name":"E"}},"later""#)
        let text =
            lines.map { $0.replacing(#""Bob""#, with: #""B""#) }.joined(separator: "\n")
            .replacing(#""name":"B""#, with: #""name":"Bob""#) + "\n"
        try await log.importFile(text, as: "copy")
        #expect(SessionText(try log.export("copy")) == SessionText(text))
        try await log.importFile(try log.export("copy"), as: "again")
        #expect(SessionText(try log.export("again")) == SessionText(text))
    }

    @Test func `F16 [SF9] [SF10] a compacted log with erased ops comes back the same`() async throws {
        let room = try await fill("r")
        let erasure = Erasure(at: 5, actor: "\"me\"")
        _ = await log.submit([
            .erase(room: room, seq(7), epoch: "e2", erasure),
            .erase(room: room, seq(10), epoch: "e3", erasure),
            .compact(room: room, keep: .from(seq(8))),
        ])
        let first = try log.export("r")
        #expect(try seqs(first) == [2, 6, 7, 8, 9, 10, 11, 12])
        #expect(try checked(first) == 5)
        #expect(first.contains(#""base":{"seq":7,"at":70,"link":""#))
        #expect(first.contains(#"[7,50,"x","Ada",{"hash":""#) && !first.contains("secret"))
        try await log.importFile(first, as: "copy")
        #expect(SessionText(try log.export("copy")) == SessionText(first))
        #expect(try LogSnapshot(folder: log.folder).verify(try log.summary("copy").id).fault == nil)
    }

    @Test func `[SF10] a part begins with the state before it, and can be imported`() async throws {
        _ = try await fill("r")
        var export = SessionExport()
        export.from = .seq(seq(9))
        export.to = .seq(seq(11))
        let text = try log.export("r", export)
        #expect(try seqs(text) == [2, 6, 7, 9, 10, 11])
        #expect(try checked(text) == 3)
        #expect(text.contains(#""present":["Ada","Bob"]"#))
        try await log.importFile(text, as: "copy")
        #expect(SessionText(try log.export("copy")) == SessionText(text))
    }

    @Test func `F10 a time after the last op is the whole log, and one before the first nothing`()
        async throws
    {
        _ = try await fill("r")
        var export = SessionExport()
        export.to = .time(1_000)
        #expect(try seqs(try log.export("r", export)) == Array(1...12))
        export.to = .time(9)
        #expect(try seqs(try log.export("r", export)) == [])
        export.to = .time(.max)
        export.from = .time(1_000)
        let after = try log.export("r", export)
        #expect(try seqs(after) == [7, 9] && after.contains(#""base":{"seq":12"#))
        export.from = .time(.min)
        #expect(try seqs(try log.export("r", export)) == Array(1...12))
        (export.from, export.to) = (.time(31), .time(50))
        #expect(try seqs(try log.export("r", export)) == [2, 4, 5])
    }

    @Test func `[SF11] ops of some types alone say where others are left out, and the chain holds`()
        async throws
    {
        _ = try await fill("r")
        var export = SessionExport()
        export.types = ["upgrade", "topic"]
        let text = try log.export("r", export)
        #expect(try seqs(text) == [2, 6, 7, 9])
        #expect(text.split(separator: "\n").count { $0.contains(#""g",null,""#) } == 3)
        #expect(try checked(text) == 4)
        await #expect(throws: SessionFileError.self) { try await log.importFile(text, as: "copy") }
        export.from = .seq(seq(7))
        #expect(try seqs(try log.export("r", export)) == [7, 9])
        #expect(try checked(try log.export("r", export)) == 2)
    }

    @Test func `[SF9] what one author said is left out, and the chain still holds`() async throws {
        _ = try await fill("r")
        for user in ["Bob", "id-bob"] {
            var export = SessionExport()
            export.redacted = [user]
            let text = try log.export("r", export, now: 77)
            #expect(!text.contains("secret") && text.contains(#""at":77,"actor":"export --redact""#))
            #expect(text.contains(#"{"type":"joined","participants":2}"#))
            #expect(try checked(text) == 12)
            try await log.importFile(text, as: "copy of \(user)")
            #expect(SessionText(try log.export("copy of \(user)")) == SessionText(text))
        }
    }

    @Test func `an empty room is a header`() async throws {
        _ = try await log.create("r", at: 5)
        let text = try log.export("r")
        #expect(text.split(separator: "\n").count == 1 && text.contains(#""started":5,"#))
        try await log.importFile(text, as: "copy")
        #expect(SessionText(try log.export("copy")) == SessionText(text))
    }

    @Test func `whoever watches is told how far it is`() async throws {
        let room = try await log.create("r").id
        for start in stride(from: UInt64(1), through: 2_501, by: 500) {
            try await log.append(
                (start..<start + 500).map { op($0, payload: #"{"type":"comment"}"#) }, to: room)
        }
        var told: [UInt64] = []
        try SessionExport().write(
            try log.summary("r"), of: try LogSnapshot(folder: log.folder),
            to: try ByteFile.write("/dev/null", replacing: true), now: 0
        ) { seq, last in
            told.append(seq.number)
            #expect(last.number == 3_000)
        }
        #expect(told == [1_000, 2_000, 3_000])
    }
}
