import HubProtocol
import Testing

@testable import Storage

@Suite struct SessionChainTests {
    private let links = ChainVectors.links.compactMap { ChainLink($0.utf8) }

    private func entry(_ op: LoggedOp, link: ChainLink?, ms: Int64 = 0) -> SessionEntry {
        SessionEntry(seq: op.seq, ms: ms, author: "", content: .payload(op.payload), link: link)
    }

    @Test func `[SF8] the links are those of the log`() throws {
        var chain = SessionChain(origin: ChainVectors.epoch, base: nil)
        #expect(links.count == ChainVectors.ops.count)
        for (op, link) in zip(ChainVectors.ops, links) {
            let computed = chain.add(op)
            #expect(computed == link)
            #expect(chain.head == link.bytes)
        }
    }

    @Test func `[SF9] an erased op's link is that of its payload`() throws {
        var chain = SessionChain(origin: ChainVectors.epoch, base: nil)
        for (op, link) in zip(ChainVectors.ops, links) {
            let hash = try #require(ChainLink(bytes: SHA256().hash(op.payload.bytes)))
            let erased = ErasedOp(
                hash: hash, type: op.type, name: op.name, erasure: Erasure(at: 0, actor: ""))
            let left = SessionEntry(
                seq: op.seq, ms: 0, author: "", content: .erased(erased), link: link)
            try chain.check(left, at: op.at, by: op.author)
        }
        #expect(chain.checked == ChainVectors.ops.count)
    }

    @Test func `[SF10] what a base keeps has no link, and changes all behind it`() throws {
        let former = [UInt8](repeating: 7, count: 32)
        let base = LogBase(seq: seq(9), at: 90, formerLink: former, present: [ada])
        func head(_ kept: [LoggedOp], _ base: LogBase) -> [UInt8] {
            var chain = SessionChain(origin: "e", base: base)
            for op in kept {
                let link = chain.add(op)
                #expect(link == nil)
            }
            return chain.head
        }
        let kept = [op(2, name: "a"), op(5, name: "b", by: bob)]
        let heads = [
            head(kept, base), head([kept[0]], base), head([], base), head(kept.reversed(), base),
            head([kept[0], op(5, name: "b", by: ada)], base),
            head([kept[0], op(5, by: bob, payload: "[]")], base),
            head(kept, LogBase(seq: seq(9), at: 91, formerLink: former, present: [ada])),
            head(kept, LogBase(seq: seq(8), at: 90, formerLink: former, present: [ada])),
            head(kept, LogBase(seq: seq(9), at: 90, formerLink: former, present: [])),
            head(kept, LogBase(seq: seq(9), at: 90, formerLink: links[0].bytes, present: [ada])),
        ]
        #expect(Set(heads).count == heads.count)
        #expect(head(kept, base) == heads[0])
    }

    @Test func `[SF11] behind a gap the chain goes on from the link that stands there`() throws {
        var chain = SessionChain(origin: "another", base: nil)
        chain.skip(to: links[1])
        let third = ChainVectors.ops[2]
        try chain.check(
            entry(third, link: links[2]), at: third.at, by: third.author)
        #expect(chain.checked == 1)
    }

    @Test func `[SF8] an op that was changed in any way does not fit`() throws {
        let first = ChainVectors.ops[0]
        let link = links[0]
        let stranger = Author(id: first.author.id, name: first.author.name + "x")
        let other = op(1, payload: "{}")
        let cases: [(SessionEntry, Int64, Author)] = [
            (entry(first, link: link), first.at + 1, first.author),
            (entry(first, link: link), first.at, stranger),
            (entry(other, link: link), first.at, first.author),
            (entry(first, link: nil), first.at, first.author),
            (entry(first, link: links[1]), first.at, first.author),
        ]
        for (entry, at, author) in cases {
            var chain = SessionChain(origin: ChainVectors.epoch, base: nil)
            #expect(throws: SessionLineError.self) { try chain.check(entry, at: at, by: author) }
        }
    }
}
