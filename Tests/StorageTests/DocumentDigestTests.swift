import HubProtocol
import Testing

@testable import Storage

@Suite struct DocumentDigestTests {
    /// From the recipe in Fixtures/storage.
    @Test func `[HC4] documents enter the first link in the order of their names`() throws {
        let state = try #require(
            ChainLink("68bd2113c4413fca5335d64f25c7ebddbf04158ef288ca9211a0d80a6709805f".utf8))
        let digest = SHA256()
        let documents = try [("notes", UInt64(3)), ("tools/clock", 4)].map { name, number in
            DocumentDigest(
                name: try #require(DocumentName(name)), seq: seq(number), hash: digest.hash([0, 0]))
        }
        let base = ChainHash(
            former: [UInt8](repeating: 7, count: 32), seq: seq(4), at: 1_790_000_001_000, state: state.bytes,
            documents: documents, by: digest)
        #expect(
            ChainLink(bytes: base.bytes)?.description
                == "b691b2ae9ea2c342aaeb57474ad1b7a34d38f6dfbde2857ab33e715cbbac30b2")
    }

    @Test func `a base's documents are those whose state is not later, each as it was then`() throws {
        let log = try MemoryLog()
        let ops = try DocumentLog.ops(60, seed: 51)
        let room = try log.create("lobby", ops)
        try log.keepState(of: "notes", room, at: seq(30))
        for name in DocumentLog.names {
            let name = try #require(DocumentName(name))
            for at in [UInt64(0), 20, 30, 60] {
                let expected = try DocumentLog.states(of: ops.prefix(Int(at))).first { $0.name == name }
                let found = try log.queries.baseDocument(name, of: room, at: seq(at))
                #expect(found?.state == expected?.update && found?.seq == expected?.seq)
                #expect(found.map { SHA256().hash($0.state) } == found?.hash)
            }
        }
        let notes = try #require(DocumentName("notes"))
        let stored = try #require(try log.queries.storedDocument(notes, of: room, upTo: seq(30)))
        #expect(try log.queries.documentDigests(of: room, upTo: seq(stored.seq.number - 1)) == [])
        #expect(try log.queries.documentDigests(of: room, upTo: seq(30)) == [DocumentDigest(stored)])
    }
}
