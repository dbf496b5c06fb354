import HubProtocol
import SQLite
import Testing

@testable import Storage

/// The ops and hashes of Fixtures/storage/README.md.
enum ChainVectors {
    static let epoch = "epoch-fixture"
    private static let zoe = Author(id: "id-zoe", name: "Zoë 🎈")

    static let ops = [
        op(1, id: "1", at: 1_790_000_000_000, payload: #"{"type":"comment","body":"hello"}"#),
        op(
            2, "upgrade", name: "clock", by: zoe, at: 1_790_000_000_000,
            payload: "{ \"type\":\"upgrade\",\n\"name\":\"clock\" }"),
        op(
            3, "__proto__", name: "a\u{0}b", id: "2", at: 1_790_000_000_250,
            payload: #"{"type":"__proto__","name":"a\u0000b"}"#),
        op(4, "remove", name: "gone", at: 1_790_000_001_000, payload: #"{"type":"remove","name":"gone"}"#),
    ]

    static let start = "360d4e7140d6f5ba0fcb4a8f2b6aebf205ad2ef72b4fdcb533862723cf40c914"
    static let links = [
        "ff67a1bc27f0fc8c4c02bc576a82fcfa8fd23f3183018e9f7bb5a519c26d3955",
        "089e9c561a85c7039d8209cb87b6e1cf1b03dd81eaa1eaa6798eac27079dcc8c",
        "4aca03542efdbdf3a0455af67bddd727f4fb2334ad1b32f6b7524a0012431978",
        "be20333401d9c88598b6582ba7d47f2379847e605282625431cf770547853bfe",
    ]
}

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

@Suite struct ChainHashTests {
    @Test func `[HC1] [HC2] the chain is that of the recipe`() {
        let digest = SHA256()
        var link = ChainHash(epoch: ChainVectors.epoch, by: digest)
        #expect(hex(link.bytes) == ChainVectors.start)
        for (op, expected) in zip(ChainVectors.ops, ChainVectors.links) {
            link = link.next(op, payloadHash: digest.hash(op.payload.bytes), by: digest)
            #expect(hex(link.bytes) == expected)
        }
    }

    @Test func `the digest is SHA-256, for nothing, for a block, and for more`() {
        let digest = SHA256()
        // FIPS 180-2, appendix B, and the empty message.
        #expect(
            hex(digest.hash([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hex(digest.hash(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex(digest.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `what the writer stores is the chain, over transactions and restarts`() async throws {
        let log = try LogFixture()
        let lobby = try #require(RoomName("lobby"))
        _ = await log.submit([.create(room: lobby, epoch: ChainVectors.epoch, at: 0)])
        let room = RoomID(number: 1)
        try await log.append(Array(ChainVectors.ops[..<2]), to: room)
        try await log.append([ChainVectors.ops[2]], to: room)
        log.writer.stop()
        let next = try LogWriter(folder: log.folder, durability: .full)
        next.submit([.append(room: room, ChainVectors.ops[3])]) { _ in }
        next.stop()
        #expect(try storedLinks(in: log.folder.databasePath) == ChainVectors.links)
    }
}

/// The chain as it is in the table, after checking each payload against its hash.
func storedLinks(in path: String) throws -> [String] {
    let connection = try Connection(path: path, access: .readWrite)
    let query = try connection.statement("SELECT payload, payload_hash, chain_hash FROM ops ORDER BY key")
    let digest = SHA256()
    var links: [String] = []
    while try query.step() {
        #expect(digest.hash(query.bytes(0)) == query.bytes(1))
        links.append(hex(query.bytes(2)))
    }
    return links
}
