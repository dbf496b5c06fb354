import Testing
import YCRDT

struct SnapshotTests {
    @Test func `the document of every earlier time can be had from one that forgets nothing`() throws {
        let doc = YDoc(clientID: 1, collectsGarbage: false)
        let other = YDoc(clientID: 2)
        var past: [(Snapshot, String)] = []
        for step in 0..<20 {
            if step % 2 == 0 {
                doc.edit {
                    doc.text("text").insert("a\(step)", at: 0)
                    if step > 4 { doc.text("text").delete(at: 1, length: 2) }
                }
            } else {
                try other.apply(doc.encodeStateAsUpdate())
                try doc.apply(other.edit { other.text("text").insert("b", at: 1) })
            }
            past.append((doc.snapshot, doc.text("text").string))
        }
        for (snapshot, text) in past {
            let read = try Snapshot(decoding: snapshot.encoded())
            #expect(read == snapshot)
            let then = YDoc(clientID: 9)
            try then.apply(try #require(doc.encode(read)))
            #expect(then.text("text").string == text)
        }
    }

    @Test func `a document that forgets, or has not come so far, can't show it`() {
        let doc = YDoc(clientID: 1, collectsGarbage: false)
        doc.edit { doc.text("text").insert("a", at: 0) }
        #expect(YDoc(clientID: 2).encode(doc.snapshot) == nil)
        #expect(YDoc(clientID: 2, collectsGarbage: false).encode(doc.snapshot) == nil)
    }
}
