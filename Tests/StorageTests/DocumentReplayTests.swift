import HubProtocol
import TestSupport
import Testing
import YCRDT

@testable import Storage

@Suite struct DocumentReplayTests {
    private func stored(_ state: [UInt8], at number: UInt64) throws -> StoredDocument {
        let name = try #require(DocumentName("notes"))
        return StoredDocument(name: name, seq: seq(number), hash: SHA256().hash(state), state: state)
    }

    @Test(arguments: 0..<12)
    func `[DO23] a state has the same bytes, from whichever stored state it was reached`(seed: UInt64) throws
    {
        var random = RandomDocument(seed: seed, people: 2 + Int(seed % 4), loses: seed % 2 == 1)
        let updates = random.updates(120)
        let linear = DocumentReplay()
        var resumed: [DocumentReplay] = []
        for (index, update) in updates.enumerated() {
            let number = seq(UInt64(index + 1))
            linear.apply(update, at: number)
            for replay in resumed { replay.apply(update, at: number) }
            let state = linear.state
            #expect(resumed.allSatisfy { $0.state == state })
            if index % 10 == 0 {
                resumed.append(try #require(DocumentReplay(stored(state, at: UInt64(index + 1)))))
            }
        }
        #expect(resumed.count == 12 && resumed.allSatisfy { $0.seq == linear.seq })
    }

    @Test func `what lies below what was deleted is merged alike, however the document came about`() throws {
        let doc = YDoc(clientID: 1)
        var updates = [doc.edit { _ = doc.map("m").set("a", YArray.self) }]
        let array: YArray = try #require(doc.map("m")["a"]?.shared())
        for number in 1...3 { updates.append(doc.edit { array.insert([.number(Double(number))], at: 0) }) }
        for _ in 1...3 { updates.append(doc.edit { array.delete(at: 0) }) }
        updates.append(doc.edit { doc.map("m").remove("a") })
        let linear = DocumentReplay()
        for update in updates {
            linear.apply(update, at: seq(1))
            #expect(try DocumentReplay(stored(linear.state, at: 1))?.state == linear.state)
        }
    }

    @Test func `an update that can't be applied is passed over, and said to be wrong`() throws {
        let doc = YDoc(clientID: 1)
        let first = doc.edit { doc.text("t").insert("a", at: 0, attributes: nil) }
        let second = doc.edit { doc.text("t").insert("b", at: 1, attributes: nil) }
        let replay = DocumentReplay()
        #expect(replay.apply(first, at: seq(1)) == nil)
        #expect(replay.apply([9, 9, 9], at: seq(2)) != nil)
        #expect(replay.apply(nil, at: seq(3)) == nil)
        #expect(replay.apply(second, at: seq(4)) == nil)
        #expect(replay.state == doc.encodeStateAsUpdate() && replay.seq == seq(4))
        #expect(replay.json == Array(#"{"t":"ab"}"#.utf8))
    }

    @Test func `what rests on an erased update waits, and is in the state`() throws {
        let doc = YDoc(clientID: 1)
        let updates = ["a", "b", "c"].map { letter in
            doc.edit { doc.text("t").insert(letter, at: 0, attributes: nil) }
        }
        let replay = DocumentReplay()
        replay.apply(updates[0], at: seq(1))
        replay.apply(nil, at: seq(2))
        replay.apply(updates[2], at: seq(3))
        #expect(replay.json == Array(#"{"t":"a"}"#.utf8))
        let other = try #require(DocumentReplay(stored(replay.state, at: 3)))
        #expect(other.state == replay.state)
        other.apply(updates[1], at: seq(4))
        #expect(other.json == Array(#"{"t":"cba"}"#.utf8))
    }

    @Test func `a damaged state is none, and one that was left out is an empty document`() throws {
        #expect(try DocumentReplay(stored([1, 1, 1], at: 4)) == nil)
        let empty = try #require(DocumentReplay(stored([], at: 4)))
        #expect(empty.seq == seq(4) && empty.state == [0, 0])
    }
}
