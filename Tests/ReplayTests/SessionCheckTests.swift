import Foundation
import HubProtocol
import Replay
import Storage
import Testing

@Suite struct SessionCheckTests {
    private static let sessions = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/sessions")

    static var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sessions.path)) ?? []
        return names.filter { $0.hasSuffix(".ndjson") }.sorted()
    }

    /// Writes a session to a file of its own and checks that.
    private func check(_ lines: String...) throws -> SessionCheck {
        let header =
            #"{"format":"chatos-session","version":1,"room":"lobby","epoch":"e","started":1790000000000,"#
            + #""authors":{"Ada":{"id":"a","name":"Ada"},"Ada~2":{"id":"b","name":"Ada"}}}"#
        let path = FileManager.default.temporaryDirectory
            .appending(path: "chatos-test-\(UUID().uuidString).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try ByteFile.write(path, replacing: false)
        try file.write(Array((([header] + lines).joined(separator: "\n") + "\n").utf8))
        try file.close()
        return try SessionCheck(path: path)
    }

    @Test func `[SF2] [SF6] a session that a hub recorded plays to its end`() throws {
        let check = try check(
            #"[1,0,"o","Ada",{"type":"joined","participants":1}]"#, "# a comment",
            #"[2,900,"o","Ada~2",{"type":"joined","participants":2}]"#, #"[0,900,"m","Ada","a mark"]"#,
            #"[3,1500,"o","Ada",{"type":"upgrade","name":"clock","script":"chat.os.send('tick')"}]"#,
            #"[4,1500,"o","Ada~2","{\"type\":\"comment\",\n\"body\":\"two lines\"}"]"#,
            #"[5,2000,"o","Ada",{"type":"disconnected","participants":1}]"#)
        #expect(check.ops == 5 && check.divergence == nil && check.chained == nil)
    }

    @Test func `the first difference ends it, and only ops before it are counted`() throws {
        let check = try check(
            #"[1,0,"o","Ada",{"type":"joined","participants":1}]"#,
            #"[2,0,"o","Ada",{"type":"joined","participants": 2}]"#, #"[9,0,"o","Ada",{"type":"a"}]"#)
        #expect(check.ops == 1)
        #expect(check.divergence?.seq == Seq(2))
    }

    @Test func `[SF7] what is no session file is an error, not a difference`() throws {
        #expect(throws: SessionFileError.self) { try check("[1]") }
        #expect(throws: SessionFileError.self) { try SessionCheck(path: "/nowhere/at all.ndjson") }
    }

    @Test func `[SF8] a file's chain is held against its ops`() throws {
        let path = SessionCheckTests.sessions.appending(path: "chained.ndjson")
        let check = try SessionCheck(path: path.path)
        #expect(check.chained == check.ops && check.ops == 12 && check.divergence == nil)
        let changed = FileManager.default.temporaryDirectory
            .appending(path: "chatos-test-\(UUID().uuidString).ndjson")
        defer { try? FileManager.default.removeItem(at: changed) }
        let text = try String(contentsOf: path, encoding: .utf8)
        try Data(text.replacing("Hi Bob", with: "Hi Rob").utf8).write(to: changed)
        #expect {
            _ = try SessionCheck(path: changed.path)
        } throws: { error in
            guard case .malformed(_, 4, let reason)? = error as? SessionFileError else { return false }
            return reason.hasPrefix("the chain breaks at op 3")
        }
    }

    @Test func `there is a session in Fixtures to play`() {
        #expect(SessionCheckTests.files.contains("clock.ndjson"))
    }

    @Test(arguments: files)
    func `every session of Fixtures plays without a difference`(name: String) throws {
        let check = try SessionCheck(path: SessionCheckTests.sessions.appending(path: name).path)
        #expect(check.divergence == nil)
        #expect(check.ops > 0)
    }
}
